/* Preloaded into the program by tests: fails or ends the process at a chosen operation on files.
 *
 * SHIM_KILL_AT=N      the process is killed in place of its N-th operation that changes a file
 * SHIM_DISK_BYTES=N   there is room for N bytes; then the disk is full
 * SHIM_NO_FLOCK=1     the file system cannot lock files
 * SHIM_COUNT_TO=PATH  the number of operations is written to this file at the end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long operations, written;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static void operation(void) {
    long kill_at = number("SHIM_KILL_AT");
    if (atomic_fetch_add(&operations, 1) + 1 == kill_at)
        kill(getpid(), SIGKILL);
}

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static int opened(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    if (flags & (O_CREAT | O_TRUNC))
        operation();
    return next(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return opened(NEXT(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return opened(NEXT(open64), path, flags, mode);
}

static int is_file(int fd) {
    struct stat found;
    return fd > 2 && fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    if (is_file(fd)) {
        operation();
        long room = number("SHIM_DISK_BYTES");
        if (room && atomic_fetch_add(&written, (long)count) + (long)count > room) {
            errno = ENOSPC;
            return -1;
        }
    }
    return NEXT(write)(fd, bytes, count);
}

int rename(const char *from, const char *to) { operation(); return NEXT(rename)(from, to); }
int linkat(int fd, const char *from, int to_fd, const char *to, int flags) {
    operation();
    return NEXT(linkat)(fd, from, to_fd, to, flags);
}
int mkdir(const char *path, mode_t mode) { operation(); return NEXT(mkdir)(path, mode); }
int rmdir(const char *path) { operation(); return NEXT(rmdir)(path); }
int unlink(const char *path) { operation(); return NEXT(unlink)(path); }
int unlinkat(int fd, const char *path, int flags) { operation(); return NEXT(unlinkat)(fd, path, flags); }
int fsync(int fd) { operation(); return NEXT(fsync)(fd); }
int ftruncate(int fd, off_t length) { operation(); return NEXT(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { operation(); return NEXT(ftruncate64)(fd, length); }

int flock(int fd, int how) {
    operation();
    if (getenv("SHIM_NO_FLOCK")) {
        errno = ENOSYS;
        return -1;
    }
    return NEXT(flock)(fd, how);
}
extern int flock(int, int);

__attribute__((destructor)) static void count(void) {
    const char *path = getenv("SHIM_COUNT_TO");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", atomic_load(&operations));
        fclose(file);
    }
}
