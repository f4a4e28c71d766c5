//! Keeps a complaint of the Vulkan loader out of our stderr.
//!
//! Where `XDG_RUNTIME_DIR` is not set, as on servers and in containers, the device-select layer of
//! Mesa prints `error: XDG_RUNTIME_DIR is invalid or not set in the environment.` whenever the
//! adapters are listed. It looks for a Wayland compositor through libwayland, which only writes the
//! message in this case, not when the folder has no socket of a compositor. The variable must be
//! set before the loader runs, and a process cannot set a variable of its own without `unsafe`
//! code, so the program replaces itself by itself with the variable set. The process keeps its id,
//! its streams and what its parent has arranged for signals; this takes a millisecond. No adapter
//! is lost: without the variable no compositor could be found either.

/// Runs the program anew with the variable set, where this is needed; otherwise returns.
#[cfg(all(feature = "gpu", unix, not(target_vendor = "apple")))]
pub fn keep_quiet() {
    use std::path::Path;

    /// A folder that does not exist.
    const NO_FOLDER: &str = "/nonexistent";

    let is_absolute =
        |name: &str| std::env::var_os(name).is_some_and(|path| Path::new(&path).is_absolute());
    // An absolute WAYLAND_DISPLAY names the socket without the folder.
    if is_absolute("XDG_RUNTIME_DIR") || is_absolute("WAYLAND_DISPLAY") {
        return;
    }
    // This returns only if the program cannot be run again. Then the complaint is printed.
    super::threads::run_anew("XDG_RUNTIME_DIR", NO_FOLDER);
}

/// Does nothing: on this system, or in this build, nobody complains.
#[cfg(not(all(feature = "gpu", unix, not(target_vendor = "apple"))))]
pub fn keep_quiet() {}
