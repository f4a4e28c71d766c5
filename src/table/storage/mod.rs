//! Storage: how chunks lie in files, alone or many in a shard.

pub(super) mod chunk_files;
pub(super) mod files;
pub(super) mod open_shards;
pub(super) mod shard;
pub(super) mod sharding;
