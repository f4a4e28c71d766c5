//! Constants of shaders as structs, so that none can be forgotten: a missing field does not compile.

/// A constant: its name in the shader, and its value; that of a `bool` is 1 or 0.
pub(in crate::engine::gpu) type Constant = (String, u32);

/// Constants that the host sets: the overrides of a module of `shaders/`, or sizes that are written as text.
pub(in crate::engine::gpu) trait Constants {
    /// Lists them.
    fn list(&self) -> Vec<Constant>;
}

/// Declares a struct with a field for each constant, of type `u32` or `bool`. In the shader the constant has the name
/// of the field in capitals.
macro_rules! constants {
    (
        $(#[$about:meta])*
        pub(in crate::engine::gpu) struct $name:ident {
            $($(#[$about_field:meta])* $field:ident: $type:ty,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::engine::gpu) struct $name {
            $($(#[$about_field])* pub(in crate::engine::gpu) $field: $type,)+
        }

        impl $crate::engine::gpu::shader::constants::Constants for $name {
            fn list(&self) -> Vec<$crate::engine::gpu::shader::constants::Constant> {
                vec![$((stringify!($field).to_uppercase(), u32::from(self.$field))),+]
            }
        }
    };
}

pub(in crate::engine::gpu) use constants;
