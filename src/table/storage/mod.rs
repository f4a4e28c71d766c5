//! Storage: how files are written whole, and how chunks lie in them, alone or many in a shard.

pub(super) mod chunk_files;
pub(super) mod files;
pub(super) mod open_shards;
pub(super) mod shard;
pub(super) mod sharding;
pub(super) mod whole_file;
