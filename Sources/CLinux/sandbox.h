// What the sandbox of workers and their supervisor need: system calls without a wrapper, and macros that Swift cannot import.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/sched.h>
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

/// A pidfd of the process `id`, closed on exec; it becomes readable when the process ends.
static inline int downbeat_pidfd_open(pid_t id) { return (int)syscall(SYS_pidfd_open, id, 0); }

/// Signals the process of the pidfd, never another one that reused its number.
static inline int downbeat_pidfd_signal(int process, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, process, signal, (void *)0, 0);
}

/// A pipe whose ends are created with close-on-exec.
static inline int downbeat_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

/// Closes every descriptor from `first` on.
static inline int downbeat_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0u, 0); }

/// The architecture that the filter requires, and the bit that marks x32 system calls, 0 on other architectures.
#if defined(__x86_64__)
static const uint32_t downbeat_audit_architecture = 0xC000003E;
static const uint32_t downbeat_foreign_call_bit = 0x40000000;
#elif defined(__aarch64__)
static const uint32_t downbeat_audit_architecture = 0xC00000B7;
static const uint32_t downbeat_foreign_call_bit = 0;
#else
#error "the worker's filter knows x86_64 and aarch64"
#endif

/// The version of Landlock; 0 if the kernel has none or it is disabled.
static inline int downbeat_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, (void *)0, 0, 1);
    return version > 0 ? (int)version : 0;
}

/// Installs the seccomp filter for all threads; needs PR_SET_NO_NEW_PRIVS.
static inline int downbeat_seccomp(struct sock_filter *steps, unsigned short count) {
    struct sock_fprog program = {.len = count, .filter = steps};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

/// Drops every capability, so that a process of root has no more rights than others.
static inline int downbeat_drop_capabilities(void) {
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    return (int)syscall(SYS_capset, &head, none);
}

/// The lowest disk priority: every other process is served first.
static inline int downbeat_lower_disk_priority(void) {
    const int who_process = 1, best_effort = 2 << 13, last = 7;
    return (int)syscall(SYS_ioprio_set, who_process, 0, best_effort | last);
}

/// prctl with all five arguments; Swift cannot import variadic functions.
static inline int downbeat_prctl(int option, unsigned long a) { return prctl(option, a, 0ul, 0ul, 0ul); }

/// The most open files attached to one message.
enum { downbeat_most_files = 8 };

/// Space for the files of a message.
union downbeat_passage {
    char bytes[CMSG_SPACE(downbeat_most_files * sizeof(int))];
    struct cmsghdr alignment;
};

/// Sends a message with open files attached, without waiting: the bytes sent, or -1 and errno.
static inline long downbeat_send_files(int socket, const void *bytes, size_t count, const int *files, size_t number) {
    if (number < 1 || number > downbeat_most_files) return errno = EINVAL, -1;
    union downbeat_passage passage = {{0}};
    struct iovec words = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &words, .msg_iovlen = 1, .msg_control = passage.bytes,
        .msg_controllen = CMSG_SPACE(number * sizeof *files)};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(number * sizeof *files);
    memcpy(CMSG_DATA(head), files, number * sizeof *files);
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// Waits for a message; `files` gets the files attached to it, up to `number`, which the receiver closes, and -1 in the other places.
/// Returns 0 if the other side is closed.
static inline long downbeat_receive_files(int socket, void *bytes, size_t most, int *files, size_t number) {
    union downbeat_passage passage = {{0}};
    struct iovec words = {.iov_base = bytes, .iov_len = most};
    struct msghdr message = {
        .msg_iov = &words, .msg_iovlen = 1, .msg_control = passage.bytes,
        .msg_controllen = CMSG_SPACE((number < downbeat_most_files ? number : downbeat_most_files) * sizeof *files)};
    for (size_t index = 0; index < number; index++) files[index] = -1;
    long count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS && head->cmsg_len <= CMSG_LEN(number * sizeof *files))
        memcpy(files, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
    return count;
}

/// Forks: the new process is a child of this one's parent, which can wait for its end. Returns 0 in it.
///
/// `fork` cannot do this, and what it does besides is for programs with threads.
static inline pid_t downbeat_fork_sibling(void) { return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0l, 0l, 0l, 0l); }

/// A socket pair that preserves message boundaries, created with close-on-exec.
static inline int downbeat_message_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

/// Receives a message without waiting: its full length, even if more than `most`; 0 if the other side is closed.
static inline long downbeat_receive_message(int socket, void *bytes, size_t most) {
    return recv(socket, bytes, most, MSG_DONTWAIT | MSG_TRUNC);
}
