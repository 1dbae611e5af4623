// The functions that Embedded Swift expects from a system.

#include <stddef.h>
#include <stdint.h>

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
WASI(args_sizes_get) int args_sizes_get(size_t *count, size_t *size);
WASI(args_get) int args_get(char **arguments, char *buffer);
WASI(fd_write) int fd_write(int file, const void *parts, size_t count, size_t *written);
WASI(proc_exit) _Noreturn void proc_exit(int status);

// Each block has 16 bytes before it, which hold the binary logarithm of its size.
static char *free_blocks[32];
static uintptr_t end, limit;
extern char __heap_base;

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment > 16) return 22;
  int bits = size <= 16 ? 4 : 32 - __builtin_clz(size - 1);
  *block = free_blocks[bits];
  if (*block) {
    free_blocks[bits] = *(char **)*block;
    return 0;
  }
  if (!end) end = limit = ((uintptr_t)&__heap_base + 65535) & ~65535;
  size_t room = 16 + ((size_t)1 << bits);
  if (room > limit - end) {
    size_t pages = (room - (limit - end) + 65535) / 65536;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 12;
    limit += pages * 65536;
  }
  *(int *)end = bits;
  *block = (char *)end + 16;
  end += room;
  return 0;
}

void free(void *block) {
  if (!block) return;
  int bits = ((int *)block)[-4];
  *(char **)block = free_blocks[bits];
  free_blocks[bits] = block;
}

int memcmp(const void *left, const void *right, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int difference = ((unsigned char *)left)[index] - ((unsigned char *)right)[index];
    if (difference) return difference;
  }
  return 0;
}

// The 128-bit product that unoptimized code calls.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = left, b = right;
  uint64_t low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
  uint64_t middle = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
  uint64_t other = (a & 0xFFFFFFFF) * (b >> 32) + (middle & 0xFFFFFFFF);
  uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  high += a * (uint64_t)(right >> 64) + b * (uint64_t)(left >> 64);
  return (__int128)((unsigned __int128)high << 64 | other << 32 | (low & 0xFFFFFFFF));
}

static uint64_t seed;

// The seed of hashes, which repeat with the run.
void arc4random_buf(void *bytes, size_t count) {
  for (size_t index = 0; index < count; index++)
    ((unsigned char *)bytes)[index] = (seed + 1) * (index + 1) * 0x9E3779B97F4A7C15 >> 56;
}

int putchar(int character) {
  char text = character;
  struct { char *start; size_t count; } part = {&text, 1};
  size_t written;
  fd_write(1, &part, 1, &written);
  return character;
}

uintptr_t __stack_chk_guard = 0x9E3779B9;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

_Bool runChecks(uint64_t seed);

// The only argument is the seed in decimal digits.
__attribute__((export_name("_start"))) void start(void) {
  char *arguments[2], buffer[1024];
  size_t count, size;
  if (args_sizes_get(&count, &size) || count != 2 || size > sizeof buffer) proc_exit(2);
  args_get(arguments, buffer);
  for (char *digit = arguments[1]; *digit; digit++) seed = seed * 10 + (*digit - '0');
  proc_exit(runChecks(seed) ? 0 : 1);
}
