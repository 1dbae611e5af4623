#include <stddef.h>

/// Returns the number of bytes that the program has allocated and not freed.
size_t allocated_bytes(void);
