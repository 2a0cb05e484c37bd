"""Storage: arrays within a memory budget, object stores, atomic and sealed files, disk quota."""
