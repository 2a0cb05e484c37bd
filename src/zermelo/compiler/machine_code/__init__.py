"""Machine code through Numba and LLVM: checked arithmetic, constants, the cache on disk."""
