//! The folder in which tables are stored and removed again, and its disk.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use grundytab::table::{TableError, available_disk_bytes};

use crate::commands::failure::Result;
use grundytab::wording::bytes_text;

/// A temporary folder, which is removed when this is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new() -> Result<Self> {
        let path = env::temp_dir().join(format!("grundytab-bench-{}", process::id()));
        fs::create_dir(&path).map_err(|source| TableError::Io {
            path: path.clone(),
            attempt: "make a folder for the tables",
            source,
        })?;
        Ok(Folder(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the number of free bytes, or 0 if it is unknown.
    pub fn available_bytes(&self) -> u64 {
        available_disk_bytes(&self.0).unwrap_or(0)
    }

    /// Describes the disk: `/tmp (ext4 on /dev/vda1, 20.0 GB free)`.
    pub fn describe(&self) -> String {
        let parent = self.0.parent().unwrap_or(&self.0);
        let mount = fs::read_to_string("/proc/mounts").unwrap_or_default();
        let of = mounted(&mount, parent).map(|(kind, device)| format!("{kind} on {device}, "));
        let free = bytes_text(self.available_bytes());
        format!("{} ({}{free} free)", parent.display(), of.unwrap_or_default())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the type and the device of the file system of a path, from the text of `/proc/mounts`: the deepest mount
/// point counts, and the last mount at this point.
fn mounted<'a>(mounts: &'a str, path: &Path) -> Option<(&'a str, &'a str)> {
    let entries = mounts.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (device, place, kind) = (words.next()?, words.next()?, words.next()?);
        path.starts_with(place).then_some((place, kind, device))
    });
    let (_, kind, device) = entries.max_by_key(|(place, ..)| place.len())?;
    Some((kind, device))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a parent's file system, and one that only begins with the same letters.
    #[test]
    fn the_deepest_mount_counts() {
        let mounts = "/dev/a / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n/dev/b /tm xfs rw 0 0\n";
        assert_eq!(mounted(mounts, Path::new("/tmp/x")), Some(("tmpfs", "tmpfs")));
        assert_eq!(mounted(mounts, Path::new("/tmpx")), Some(("ext4", "/dev/a")));
        assert_eq!(mounted("", Path::new("/tmp")), None);
    }
}
