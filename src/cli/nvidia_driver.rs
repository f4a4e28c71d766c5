//! Tells why a GPU of NVIDIA that is there is not among the adapters.
//!
//! The Vulkan loader finds the driver through a small file, `nvidia_icd.json`. Containers often have the
//! device and the driver's libraries, but not this file.

use std::path::Path;

/// The first GPU of NVIDIA, where its kernel driver is loaded.
pub const DEVICE_FILE: &str = "/dev/nvidia0";

/// Returns what to do, in lines, where a device file says that there is a GPU of NVIDIA, and none of the
/// adapters with these names is one.
pub fn missing_driver<'a>(
    device_file: &Path,
    mut adapters: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let is_nvidia = |name: &str| name.to_lowercase().contains("nvidia");
    if !device_file.exists() || adapters.any(is_nvidia) {
        return None;
    }
    Some(format!(
        "{} is there, but no adapter of NVIDIA: the Vulkan loader does not find NVIDIA's driver.\n\
         This is usual in containers and on compute nodes. One of these helps:\n    \
         - start the container with NVIDIA_DRIVER_CAPABILITIES=compute,graphics,utility\n    \
         - install the part of NVIDIA's driver that has nvidia_icd.json and libGLX_nvidia.so.0\n    \
         - if the library is there, write nvidia_icd.json yourself,\n      \
         {{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": \"libGLX_nvidia.so.0\", \
         \"api_version\": \"1.3\"}}}}\n      \
         and set VK_DRIVER_FILES (VK_ICD_FILENAMES for older loaders) to its path",
        device_file.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches advice where there is no such GPU, or where its driver works; and none where it is needed.
    #[test]
    fn a_missing_driver_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let device_file = folder.path().join("nvidia0");
        let told = |adapters: &[&str]| missing_driver(&device_file, adapters.iter().copied());
        assert_eq!(told(&[]), None);
        std::fs::write(&device_file, "").expect("a file");
        for adapters in [&[] as &[&str], &["llvmpipe (LLVM 15.0.6, 256 bits)", "AMD Radeon"]] {
            let told = told(adapters).expect("the driver is missing");
            for word in ["nvidia_icd.json", "VK_DRIVER_FILES", "NVIDIA_DRIVER_CAPABILITIES"] {
                assert!(told.contains(word), "{told}");
            }
        }
        assert_eq!(told(&["llvmpipe", "NVIDIA H100 80GB HBM3"]), None);
    }
}
