// What Glibc's Swift overlay leaves out: epoll, eventfd, inotify, timerfd, sendfile, memfd, malloc_trim, and the macros
// Swift cannot see.
//
// _GNU_SOURCE stays off: Swift's own Glibc module is built without it, and both must see the same struct shapes.
// What only it declares is reached through syscall().
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

/// Has the child close all descriptors from `first` on (glibc 2.34).
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/// The kernel's id of this thread. Unlike pthread_self(), the optimizer does not cache it across suspension points.
static inline int32_t downbeat_thread_id(void) { return (int32_t)syscall(SYS_gettid); }

/// Gives the calling thread a name for `top -H` and profilers; the kernel keeps its first 15 bytes.
static inline void downbeat_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0ul, 0ul, 0ul); }

/// accept4: the new socket is created non-blocking and close-on-exec.
static inline int downbeat_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return (int)syscall(SYS_accept4, listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// Microseconds of CLOCK_MONOTONIC, the one clock of the server.
static inline uint64_t downbeat_monotonic_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}


/// F_SETPIPE_SZ: how many bytes a pipe holds.
static const int downbeat_set_pipe_size = 1031;

/// O_TMPFILE: a file without a name, which disappears when it is closed, even by a crash.
static const int downbeat_open_temporary = 020000000 | O_DIRECTORY;

/// True if the byte at `offset` is not in the page cache, so that reading it would wait for the disk; true also if the file system
/// cannot tell. The flag is RWF_NOWAIT (linux/fs.h, since Linux 4.14).
static inline int downbeat_is_cold(int file, long long offset) {
    char byte;
    struct iovec part = {&byte, 1};
    return syscall(SYS_preadv2, file, &part, 1ul, (unsigned long)offset, 0ul, 8) < 0;
}

/// The number of the file system that an open file lies on (linux/magic.h); 0 where nobody tells. The struct has its function's name.
static inline uint64_t downbeat_file_system(int file) {
    struct statfs s;
    return fstatfs(file, &s) == 0 ? (uint64_t)s.f_type : 0;
}

/// EPOLL_EVENTS is an enum with a bit that does not fit Int32; plain constants read better.
static const uint32_t downbeat_epoll_in = EPOLLIN;
static const uint32_t downbeat_epoll_out = EPOLLOUT;
static const uint32_t downbeat_epoll_err = EPOLLERR;
static const uint32_t downbeat_epoll_hup = EPOLLHUP;
static const uint32_t downbeat_epoll_rdhup = EPOLLRDHUP;

/// Fills the union inside struct epoll_event, which Swift cannot initialize by name.
static inline int downbeat_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
    struct epoll_event e = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, operation, fd, &e);
}

/// Makes an empty file share the blocks of another, where the file system can (FICLONE, linux/fs.h); -1 and errno where not.
static inline int downbeat_clone_file(int target, int source) { return ioctl(target, 0x40049409, source); }

/// Renames a file over another; with `exchange` the two change places in one step (RENAME_EXCHANGE, linux/fs.h).
static inline int downbeat_rename(int folder, const char *name, const char *other, int exchange) {
    return (int)syscall(SYS_renameat2, folder, name, folder, other, exchange ? 2u : 0u);
}
