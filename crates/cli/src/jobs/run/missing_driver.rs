//! Explains why an existing GPU is not among the adapters.

use std::path::{Path, PathBuf};

use grundytab::engine::gpu::Adapter;

/// What to install where nothing shows which GPU there is. docs/your-gpu.md has the commands.
pub const WITHOUT_DRIVER: &str = "A GPU is found through its Vulkan driver and the loader, Debian's package libvulkan1. The \
    driver of AMD and Intel is in mesa-vulkan-drivers,\nthat of NVIDIA comes with its own. For containers, WSL and \
    notebooks see https://grundytab.github.io/grundytab/your-gpu.html";

/// Where device files are.
const DEVICES: &str = "/dev";

/// A GPU without a driver.
#[derive(Debug, PartialEq, Eq)]
pub struct MissingDriver {
    /// The device file that shows the GPU.
    pub device_file: PathBuf,
    /// What to do, in lines.
    pub advice: String,
}

/// A device file that shows that the machine has a GPU.
struct DeviceFile {
    name: &'static str,
    /// Whether an adapter is one of these GPUs, judged by its name and by whether it is hardware.
    is_driven: fn(&str, bool) -> bool,
    /// The rest of the message about the file, with advice.
    advice: &'static str,
}

const DEVICE_FILES: [DeviceFile; 2] = [
    // The Vulkan loader finds the driver through a small file, `nvidia_icd.json`. Containers often have the
    // device and the driver's libraries, but not this file.
    DeviceFile {
        name: "nvidia0",
        is_driven: |name, _| name.to_lowercase().contains("nvidia"),
        advice: "but no adapter of NVIDIA: the Vulkan loader does not find NVIDIA's driver.\n\
            This is usual in containers and on compute nodes. One of these helps:\n    \
            - install the loader and what the driver needs: apt-get install libvulkan1 libxext6 libegl1\n    \
            - start the container with NVIDIA_DRIVER_CAPABILITIES=all, or with graphics among them\n    \
            - install the part of NVIDIA's driver that has nvidia_icd.json and libGLX_nvidia.so.0:\n      \
            apt-get install libnvidia-gl-N, where N begins the driver's version in nvidia-smi\n    \
            - if the library is there, write nvidia_icd.json yourself,\n      \
            {\"file_format_version\": \"1.0.0\", \"ICD\": {\"library_path\": \"libGLX_nvidia.so.0\", \
            \"api_version\": \"1.3\"}}\n      \
            and set VK_DRIVER_FILES (VK_ICD_FILENAMES for older loaders) to its path",
    },
    // Windows' subsystem for Linux has this file for a GPU of any vendor, and no Vulkan driver of any.
    DeviceFile {
        name: "dxg",
        is_driven: |_, is_hardware| is_hardware,
        advice: "but no hardware adapter: Windows Subsystem for Linux (WSL2) gives Linux a GPU \
            without a Vulkan driver.\nOne of these helps:\n    \
            - run grundytab on Windows itself, where it drives the GPU through Vulkan or Direct3D 12\n    \
            - install a mesa-vulkan-drivers that has the driver dzn, as kisak's has, and set WGPU_ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER=1:\n      \
            dzn does not conform to Vulkan in everything, so check it with grundytab selftest",
    },
];

/// Returns advice if a device file shows a GPU that is not among the adapters.
pub fn missing_driver(adapters: &[Adapter]) -> Option<MissingDriver> {
    let known = adapters.iter().map(|adapter| (adapter.name(), adapter.is_hardware()));
    missing_driver_in(Path::new(DEVICES), known)
}

/// Like [`missing_driver`], for any folder of device files; each adapter is given by its name and whether it is
/// hardware.
fn missing_driver_in<'a>(
    devices: &Path,
    adapters: impl Iterator<Item = (&'a str, bool)> + Clone,
) -> Option<MissingDriver> {
    DEVICE_FILES.iter().find_map(|file| {
        let device_file = devices.join(file.name);
        let is_driven = adapters.clone().any(|(name, hardware)| (file.is_driven)(name, hardware));
        let advice = format!("{} is there, {}", device_file.display(), file.advice);
        (device_file.exists() && !is_driven).then_some(MissingDriver { device_file, advice })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches advice where there is no such GPU, or where its driver works; and none where it is needed.
    #[test]
    fn a_missing_driver_is_told() {
        const LLVMPIPE: (&str, bool) = ("llvmpipe (LLVM 15.0.6, 256 bits)", false);
        const RADEON: (&str, bool) = ("AMD Radeon", true);
        const DZN: (&str, bool) = ("Microsoft Direct3D12 (NVIDIA GeForce RTX 3060)", true);
        const H100: (&str, bool) = ("NVIDIA H100 80GB HBM3", true);
        const OF_NVIDIA: [&str; 3] =
            ["nvidia_icd.json", "VK_DRIVER_FILES", "NVIDIA_DRIVER_CAPABILITIES"];
        const OF_WSL: [&str; 3] =
            ["WSL2", "on Windows itself", "WGPU_ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER"];
        for (files, adapters, words) in [
            (&[] as &[&str], &[] as &[(&str, bool)], None),
            (&["nvidia0"], &[], Some(OF_NVIDIA)),
            (&["nvidia0"], &[LLVMPIPE, RADEON], Some(OF_NVIDIA)),
            (&["nvidia0"], &[LLVMPIPE, H100], None),
            (&["dxg"], &[], Some(OF_WSL)),
            (&["dxg"], &[LLVMPIPE], Some(OF_WSL)),
            (&["dxg"], &[LLVMPIPE, DZN], None),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            for file in files {
                std::fs::write(folder.path().join(file), "").expect("a file");
            }
            let told = missing_driver_in(folder.path(), adapters.iter().copied());
            assert_eq!(told.is_some(), words.is_some(), "{files:?} {adapters:?}");
            let Some((told, words)) = told.zip(words) else { continue };
            assert!(told.device_file.exists());
            for word in words {
                assert!(told.advice.contains(word), "{}", told.advice);
            }
        }
    }
}
