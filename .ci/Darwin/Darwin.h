// The declarations of macOS that the executables use, as in its headers and Swift overlays.
//
// `.ci/apple-check` compiles against these declarations where there is no SDK. Functions with a
// variable number of arguments are declared as Swift offers them.

#include <stddef.h>
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;

typedef int32_t dev_t, pid_t;
typedef int64_t off_t;
typedef long ssize_t;
typedef uint16_t mode_t, nlink_t;
typedef uint32_t gid_t, sigset_t, uid_t;
typedef uint64_t ino_t;

// Errors

extern int errno __attribute__((swift_attr("nonisolated(unsafe)")));
char *strerror(int number);

#define ENOENT 2
#define EINTR 4
#define EAGAIN 35
#define ENOMEM 12
#define ENOTDIR 20
#define EPIPE 32
#define ELOOP 62

// Memory and strings

void free(void *pointer);
void *malloc(size_t size);
void *mmap(void *start, size_t size, int protection, int flags, int file, off_t offset);
void *memchr(const void *bytes, int byte, size_t count);
int posix_memalign(void **pointer, size_t alignment, size_t size);
int memcmp(const void *left, const void *right, size_t count);
char *strdup(const char *string);
size_t strlen(const char *string);

#define PROT_NONE 0
#define MAP_PRIVATE 0x2
#define MAP_ANON 0x1000

// Terminals

typedef unsigned long tcflag_t, speed_t;
typedef unsigned char cc_t;

struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed, c_ospeed;
};

struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

int ioctl(int file, unsigned long request, void *value);
int tcgetattr(int file, struct termios *settings);
int tcsetattr(int file, int when, const struct termios *settings);

#define ECHO 0x8
#define ISIG 0x80
#define ICRNL 0x100
#define ICANON 0x100
#define IEXTEN 0x400
#define IXON 0x200
#define TCSANOW 0

// Files

typedef struct __sFILE FILE;
int fflush(FILE *file);

struct timespec {
  long tv_sec;
  long tv_nsec;
};

struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
};

static const mode_t S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000, S_IFLNK = 0120000;
static const mode_t S_IFIFO = 0010000, S_IFSOCK = 0140000;

#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x20
#define FD_CLOEXEC 1
#define F_OK 0
#define F_DUPFD_CLOEXEC 67
#define F_SETFD 2
#define F_SETFL 4
#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_RDWR 0x2
#define O_NONBLOCK 0x4
#define O_NOFOLLOW 0x100
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define O_EVTONLY 0x8000
#define O_NOCTTY 0x20000
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define X_OK 1

int access(const char *path, int mode);
int close(int descriptor);
int fchmod(int descriptor, mode_t mode);
int fcntl(int descriptor, int command, int argument);
int fstat(int descriptor, struct stat *status);
int fstatat(int directory, const char *path, struct stat *status, int flags);
char *getcwd(char *buffer, size_t size);
int mkdir(const char *path, mode_t mode);
int mkstemp(char *path);
int openat(int directory, const char *path, int flags);
int faccessat(int directory, const char *path, int mode, int flags);
int pipe(int descriptors[2]);
ssize_t read(int descriptor, void *buffer, size_t count);
ssize_t readlinkat(int directory, const char *path, char *buffer, size_t size);
char *realpath(const char *path, char *buffer);
int rename(const char *old, const char *new);
int stat(const char *path, struct stat *status);
mode_t umask(mode_t mask);
int unlink(const char *path);
ssize_t write(int descriptor, const void *buffer, size_t count);

struct pollfd {
  int fd;
  short events;
  short revents;
};

typedef unsigned int nfds_t;

#define POLLIN 0x1
#define POLLOUT 0x4

int poll(struct pollfd *descriptors, nfds_t count, int timeout);

// Directories

typedef struct {
  int __dd_fd;
} DIR;

struct dirent {
  uint64_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};

#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_LNK 10

int closedir(DIR *stream);
DIR *fdopendir(int descriptor);
struct dirent *readdir(DIR *stream);

// The process and its terminal

typedef enum { _CLOCK_MONOTONIC = 6 } clockid_t;
static const clockid_t CLOCK_MONOTONIC = _CLOCK_MONOTONIC;

typedef long time_t;

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};

char ***_NSGetEnviron(void);
int clock_gettime(clockid_t clock, struct timespec *time);
_Noreturn void _exit(int code);
_Noreturn void exit(int code);
char *getenv(const char *name);
int gethostname(char *name, size_t size);
int isatty(int descriptor);
struct tm *localtime_r(const time_t *time, struct tm *parts);
char *ttyname(int descriptor);
int setenv(const char *name, const char *value, int overwrites);
time_t time(time_t *time);

// Signals

typedef void (*sig_t)(int);
extern const sig_t SIG_DFL;
extern const _Nonnull sig_t SIG_IGN;

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGABRT 6
#define SIGKILL 9
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIGURG 16
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGIO 23
#define SIGXFSZ 25
#define SIGWINCH 28
#define SIGINFO 29
#define SIG_BLOCK 1
#define SIG_SETMASK 3

int kill(pid_t process, int number);
int raise(int number);
int sigaddset(sigset_t *set, int number);
int sigemptyset(sigset_t *set);
sig_t signal(int number, sig_t handler);
int sigprocmask(int how, const sigset_t *set, sigset_t *former);

// Other processes

typedef void *posix_spawn_file_actions_t, *posix_spawnattr_t;

#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[],
                char *const environment[]);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int descriptor);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int old, int new);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *attributes, const sigset_t *signals);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attributes, const sigset_t *signals);
pid_t waitpid(pid_t process, int *status, int options);
