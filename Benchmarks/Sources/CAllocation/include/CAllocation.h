#include <stddef.h>

/// The number of bytes that the program has allocated and not yet freed.
size_t allocated_bytes(void);
