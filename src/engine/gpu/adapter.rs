//! Adapters: the list that wgpu finds on this machine, and the choice of one for a job.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::limits::largest_buffer_bytes;
use crate::engine::EngineError;

/// A GPU, or a software implementation of one.
#[derive(Debug, Clone)]
pub struct Adapter {
    pub(super) adapter: wgpu::Adapter,
    info: wgpu::AdapterInfo,
    /// The number of equal adapters that the system lists before this one.
    number: usize,
}

/// The identity of an adapter with its driver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterIdentity {
    name: String,
    vendor: u32,
    device: u32,
    backend: String,
    /// Name and version of the driver.
    driver: String,
    /// The number of the card among cards of the same model.
    number: usize,
}

/// Lists all adapters, hardware first. On Windows a GPU may be there twice, through Vulkan and, behind that, through
/// Direct3D 12. The list is empty where no Vulkan loader, Metal or Direct3D 12 is installed.
pub fn adapters() -> Vec<Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::PRIMARY;
    descriptor.flags = flags();
    let instance = wgpu::Instance::new(descriptor);
    let found = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    let mut adapters: Vec<Adapter> = Vec::new();
    for adapter in found {
        let found = Adapter { info: adapter.get_info(), adapter, number: 0 };
        let equal = |other: &&Adapter| {
            AdapterIdentity { number: 0, ..other.identity() } == found.identity()
        };
        let number = adapters.iter().filter(equal).count();
        adapters.push(Adapter { number, ..found });
    }
    // Stable, so that adapters of one class stay in the order of the system.
    adapters.sort_by_key(|adapter| preference(&adapter.info));
    adapters
}

/// Returns what adapters are sorted by: their class, then their interface. In the language of Direct3D 12 wgpu loads an
/// atomic word by an `InterlockedOr`, which takes longer than a load, and kernels do little else.
fn preference(info: &wgpu::AdapterInfo) -> (u8, bool) {
    (class(info.device_type).0, info.backend == wgpu::Backend::Dx12)
}

/// Returns the place of a class of adapters, and its name.
fn class(device_type: wgpu::DeviceType) -> (u8, &'static str) {
    match device_type {
        wgpu::DeviceType::DiscreteGpu => (0, "discrete GPU"),
        wgpu::DeviceType::IntegratedGpu => (1, "integrated GPU"),
        wgpu::DeviceType::VirtualGpu => (2, "virtual GPU"),
        wgpu::DeviceType::Other => (3, "other"),
        wgpu::DeviceType::Cpu => (4, "software"),
    }
}

/// Returns what wgpu checks. A driver's own checks, as Vulkan's validation layers, cost time and are
/// requested by wgpu's variables of the environment, as `WGPU_VALIDATION=1`, whatever the build.
fn flags() -> wgpu::InstanceFlags {
    let mut flags = wgpu::InstanceFlags::empty().with_env();
    // Through this their messages come to the log.
    flags.set(wgpu::InstanceFlags::DEBUG, flags.contains(wgpu::InstanceFlags::VALIDATION));
    flags
}

impl Adapter {
    /// Returns the first adapter, or the first whose name contains `name` in any case.
    ///
    /// # Errors
    /// If there is none; the error lists the available adapters.
    pub fn choose(name: Option<&str>) -> Result<Adapter, EngineError> {
        let adapters = adapters();
        let wanted = name.unwrap_or_default().to_lowercase();
        let fits = |adapter: &&Adapter| adapter.info.name.to_lowercase().contains(&wanted);
        adapters.iter().find(fits).cloned().ok_or_else(|| EngineError::NoAdapter {
            wanted: name.map(str::to_owned),
            present: adapters.iter().map(|adapter| adapter.info.name.clone()).collect(),
        })
    }

    /// Whether this is hardware rather than a software rasteriser such as lavapipe.
    pub fn is_hardware(&self) -> bool {
        self.info.device_type != wgpu::DeviceType::Cpu
    }

    /// Whether the adapter has memory of its own.
    pub fn is_discrete(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::DiscreteGpu
    }

    /// Whether the adapter shares the machine's memory, and usually draws the desktop as well.
    pub(super) fn is_integrated(&self) -> bool {
        matches!(self.kind(), "integrated GPU" | "other")
    }

    /// Returns the name that the driver reports.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// Returns the kind of hardware, or `software`.
    pub fn kind(&self) -> &'static str {
        class(self.info.device_type).1
    }

    /// Returns the graphics interface, as in `Vulkan`.
    pub fn backend(&self) -> String {
        format!("{:?}", self.info.backend)
    }

    /// Returns the name and version of the driver. The driver of Metal is part of the system and has the system's
    /// version.
    pub fn driver(&self) -> String {
        let driver = format!("{} {}", self.info.driver, self.info.driver_info);
        match driver.trim() {
            "" => sysinfo::System::long_os_version().unwrap_or_default(),
            driver => driver.to_owned(),
        }
    }

    /// Returns the identity of the adapter.
    pub fn identity(&self) -> AdapterIdentity {
        AdapterIdentity {
            name: self.name().to_owned(),
            vendor: self.info.vendor,
            device: self.info.device,
            backend: self.backend(),
            driver: self.driver(),
            number: self.number,
        }
    }

    /// Returns the size of the largest buffer that a shader can write to, in bytes.
    pub fn largest_binding_bytes(&self) -> u64 {
        largest_buffer_bytes(&self.adapter.limits())
    }

    /// Returns all limits in a text, for reports.
    pub fn limits(&self) -> String {
        format!("{:?}", self.adapter.limits())
    }

    /// Returns the largest number of workgroups along one dimension of a dispatch.
    pub fn largest_dispatch(&self) -> u32 {
        self.adapter.limits().max_compute_workgroups_per_dimension
    }
}

/// Name, type, backend and driver, on one line.
impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {}, {})", self.name(), self.kind(), self.backend(), self.driver())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches software, or Direct3D 12, that comes before what is faster.
    #[test]
    fn hardware_and_vulkan_come_first() {
        use wgpu::{AdapterInfo, Backend::*, DeviceType::*};
        let mut found = [
            (Cpu, Vulkan),
            (IntegratedGpu, Vulkan),
            (DiscreteGpu, Dx12),
            (Cpu, Dx12),
            (DiscreteGpu, Vulkan),
            (IntegratedGpu, Dx12),
        ];
        found.sort_by_key(|&(device_type, backend)| {
            preference(&AdapterInfo::new(device_type, backend))
        });
        assert_eq!(
            found,
            [
                (DiscreteGpu, Vulkan),
                (DiscreteGpu, Dx12),
                (IntegratedGpu, Vulkan),
                (IntegratedGpu, Dx12),
                (Cpu, Vulkan),
                (Cpu, Dx12),
            ]
        );
    }
}
