// What a worker's walls and their keeper need of the kernel: system calls without a wrapper, and the macros Swift cannot see.
#pragma once

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Any system call by its number; -1 and errno when the kernel says no.
static inline long downbeat_system_call(long number, long a, long b, long c, long d, long e, long f) {
    return syscall(number, a, b, c, d, e, f);
}

/// A descriptor that stands for the process `id`, closed on exec; it turns readable when the process has ended.
static inline int downbeat_pidfd_open(pid_t id) { return (int)syscall(SYS_pidfd_open, id, 0); }

/// Signals the very process the descriptor stands for, never another that got its number later.
static inline int downbeat_pidfd_signal(int process, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, process, signal, (void *)0, 0);
}

/// A pipe whose ends are closed on exec from their first moment.
static inline int downbeat_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

/// Closes every descriptor from `first` on.
static inline int downbeat_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0u, 0); }

/// The architecture that the filter must find, and the bit of x32's numbers, 0 where there is no such thing.
#if defined(__x86_64__)
static const uint32_t downbeat_audit_architecture = 0xC000003E;
static const uint32_t downbeat_foreign_call_bit = 0x40000000;
#elif defined(__aarch64__)
static const uint32_t downbeat_audit_architecture = 0xC00000B7;
static const uint32_t downbeat_foreign_call_bit = 0;
#else
#error "the worker's filter knows x86_64 and aarch64"
#endif

/// Which landlock there is: 0 when the kernel has none or it is switched off.
static inline int downbeat_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, (void *)0, 0, 1);
    return version > 0 ? (int)version : 0;
}

/// Puts the filter before every later system call of every thread; needs PR_SET_NO_NEW_PRIVS.
static inline int downbeat_seccomp(struct sock_filter *steps, unsigned short count) {
    struct sock_fprog program = {.len = count, .filter = steps};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

/// Gives up every capability: root's process is then like anybody's.
static inline int downbeat_drop_capabilities(void) {
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    return (int)syscall(SYS_capset, &head, none);
}

/// Best effort, last in line: the disk serves everybody else first.
static inline int downbeat_lower_disk_priority(void) {
    const int who_process = 1, best_effort = 2 << 13, last = 7;
    return (int)syscall(SYS_ioprio_set, who_process, 0, best_effort | last);
}

/// prctl with all five arguments as the kernel reads them; Swift sees no variadic functions.
static inline int downbeat_prctl(int option, unsigned long a) { return prctl(option, a, 0ul, 0ul, 0ul); }

/// Room for one descriptor beside a message.
union downbeat_passage {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
};

/// Sends a message and with it an open file, without waiting: the bytes sent, or -1 and errno.
static inline long downbeat_send_file(int socket, const void *bytes, size_t count, int file) {
    union downbeat_passage passage = {{0}};
    struct iovec words = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &words, .msg_iovlen = 1, .msg_control = passage.bytes, .msg_controllen = sizeof passage.bytes};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(head), &file, sizeof file);
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// Waits for a message; `file` is what came with it, the receiver's to close, or -1. 0 when the other side is gone.
static inline long downbeat_receive_file(int socket, void *bytes, size_t most, int *file) {
    union downbeat_passage passage = {{0}};
    struct iovec words = {.iov_base = bytes, .iov_len = most};
    struct msghdr message = {
        .msg_iov = &words, .msg_iovlen = 1, .msg_control = passage.bytes, .msg_controllen = sizeof passage.bytes};
    long count = recvmsg(socket, &message, 0);
    *file = -1;
    if (count < 0) return count;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof *file))
        memcpy(file, CMSG_DATA(head), sizeof *file);
    return count;
}

/// Two ends of a connection that keeps messages apart, closed on exec from their first moment.
static inline int downbeat_message_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

/// Takes the next message without waiting: its whole length, also where that is more than `most`; 0 when the other side is gone.
static inline long downbeat_receive_message(int socket, void *bytes, size_t most) {
    return recv(socket, bytes, most, MSG_DONTWAIT | MSG_TRUNC);
}
