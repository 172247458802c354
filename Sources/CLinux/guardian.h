// Memory shared by the guardian and its server, called the page, and the fault handler that writes a crash's return addresses
// into it.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

/// Slots for threads and for requests in progress, each with what it is working on.
#define DOWNBEAT_SLOTS 192
#define DOWNBEAT_CRUMB 176
#define DOWNBEAT_FRAMES 64
#define DOWNBEAT_MAPS (24 << 10)
#define DOWNBEAT_LIST (16 << 10)

/// One thread, or one request in progress. Only its owner writes it.
struct downbeat_slot {
    int32_t thread;
    /// 1 while a thread runs, 0 while it waits; always 1 for a request.
    uint32_t busy;
    /// Counts the wake-ups of a thread.
    uint64_t turn;
    /// When a request took the slot, in microseconds of the monotonic clock.
    uint64_t since;
    char name[16];
    /// The current work as text that ends with NUL; empty if there is none.
    char crumb[DOWNBEAT_CRUMB];
};

/// The crash report of a dying process.
struct downbeat_fault {
    uint32_t written;
    int32_t signal;
    int32_t code;
    int32_t thread;
    uint64_t address;
    uint32_t frame_count;
    uint32_t maps_count;
    uint64_t frames[DOWNBEAT_FRAMES];
    char maps[DOWNBEAT_MAPS];
};

/// The page. The guardian writes the upper part before it starts a server; the server writes the slots and the fault.
struct downbeat_page {
    int32_t guardian;
    uint32_t restarts;
    /// Identifies this guardian process; restarted servers of the same epoch share a clock.
    uint64_t epoch;
    /// How often a server ended, by reason.
    uint64_t endings[16];
    /// 1 once the addresses were printed.
    uint32_t greeted;
    /// 1 while a program serves again because the one of a newer version did not.
    uint32_t went_back;
    uint32_t list_count;
    /// What is set aside, one line each.
    char list[DOWNBEAT_LIST];
    struct downbeat_slot slots[DOWNBEAT_SLOTS];
    struct downbeat_fault fault;
};

/// Anonymous memory (memfd) that can be passed to a child process; closed on exec otherwise.
static inline int downbeat_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

// Swift sees the page and its slots only as addresses, since it cannot import arrays of this size.

/// The page in this process; NULL and errno when there is no memory.
static inline void *downbeat_map_page(int file) {
    void *page = mmap(NULL, sizeof(struct downbeat_page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return page == MAP_FAILED ? NULL : page;
}

static inline size_t downbeat_page_size(void) { return sizeof(struct downbeat_page); }

/// Clears what the last server wrote.
static inline void downbeat_clear_server_part(void *page) {
    struct downbeat_page *p = (struct downbeat_page *)page;
    memset(p->slots, 0, sizeof p->slots);
    memset(&p->fault, 0, sizeof p->fault);
}

#define DOWNBEAT_FIELD(type, name)                                                                                  \
    static inline type downbeat_get_##name(const void *page) { return ((const struct downbeat_page *)page)->name; } \
    static inline void downbeat_set_##name(void *page, type value) { ((struct downbeat_page *)page)->name = value; }
DOWNBEAT_FIELD(int32_t, guardian)
DOWNBEAT_FIELD(uint32_t, restarts)
DOWNBEAT_FIELD(uint64_t, epoch)
DOWNBEAT_FIELD(uint32_t, greeted)
DOWNBEAT_FIELD(uint32_t, went_back)

static inline uint64_t downbeat_get_endings(const void *page, int reason) {
    return ((const struct downbeat_page *)page)->endings[reason];
}
static inline void downbeat_set_endings(void *page, int reason, uint64_t count) {
    ((struct downbeat_page *)page)->endings[reason] = count;
}

/// The list of what is set aside, and how many bytes it may have.
static inline char *downbeat_list(void *page) { return ((struct downbeat_page *)page)->list; }
static inline uint32_t downbeat_get_list_count(const void *page) {
    uint32_t count = ((const struct downbeat_page *)page)->list_count;
    return count < DOWNBEAT_LIST ? count : DOWNBEAT_LIST;
}
static inline void downbeat_set_list(void *page, const void *text, size_t count) {
    struct downbeat_page *p = (struct downbeat_page *)page;
    if (count > DOWNBEAT_LIST) count = DOWNBEAT_LIST;
    memcpy(p->list, text, count);
    p->list_count = (uint32_t)count;
}

static inline const void *downbeat_fault_of(const void *page) { return &((const struct downbeat_page *)page)->fault; }
#define DOWNBEAT_FAULT_FIELD(type, name) \
    static inline type downbeat_fault_##name(const void *fault) { return ((const struct downbeat_fault *)fault)->name; }
DOWNBEAT_FAULT_FIELD(uint32_t, written)
DOWNBEAT_FAULT_FIELD(int32_t, signal)
DOWNBEAT_FAULT_FIELD(int32_t, code)
DOWNBEAT_FAULT_FIELD(int32_t, thread)
DOWNBEAT_FAULT_FIELD(uint64_t, address)
DOWNBEAT_FAULT_FIELD(uint32_t, frame_count)
DOWNBEAT_FAULT_FIELD(uint32_t, maps_count)
static inline uint64_t downbeat_fault_frame(const void *fault, uint32_t index) {
    return index < DOWNBEAT_FRAMES ? ((const struct downbeat_fault *)fault)->frames[index] : 0;
}
static inline const char *downbeat_fault_maps(const void *fault) { return ((const struct downbeat_fault *)fault)->maps; }

static inline void *downbeat_slot_at(void *page, int index) { return &((struct downbeat_page *)page)->slots[index]; }
static const int downbeat_slot_count = DOWNBEAT_SLOTS;
static const int downbeat_crumb_size = DOWNBEAT_CRUMB;

#define DOWNBEAT_SLOT_FIELD(type, name)                                                                                   \
    static inline type downbeat_slot_##name(const void *slot) { return ((const volatile struct downbeat_slot *)slot)->name; } \
    static inline void downbeat_set_slot_##name(void *slot, type value) {                                                 \
        ((volatile struct downbeat_slot *)slot)->name = value;                                                            \
    }
DOWNBEAT_SLOT_FIELD(int32_t, thread)
DOWNBEAT_SLOT_FIELD(uint32_t, busy)
DOWNBEAT_SLOT_FIELD(uint64_t, turn)
DOWNBEAT_SLOT_FIELD(uint64_t, since)

static inline void downbeat_name_slot(void *slot, const char *name) {
    struct downbeat_slot *s = (struct downbeat_slot *)slot;
    memset(s->name, 0, sizeof s->name);
    strncpy(s->name, name, sizeof s->name - 1);
}

/// A slot's name and crumb, terminated here, since the server may have died while it wrote them.
static inline void downbeat_copy_slot_name(const void *slot, char text[16]) {
    memcpy(text, ((const struct downbeat_slot *)slot)->name, 16);
    text[15] = 0;
}
static inline void downbeat_copy_crumb(const void *slot, char *text) {
    memcpy(text, ((const struct downbeat_slot *)slot)->crumb, DOWNBEAT_CRUMB);
    text[DOWNBEAT_CRUMB - 1] = 0;
}

/// Writes `count` bytes of text as a slot's crumb, truncated if necessary.
static inline void downbeat_set_crumb(void *slot, const void *text, size_t count) {
    struct downbeat_slot *s = (struct downbeat_slot *)slot;
    if (count > DOWNBEAT_CRUMB - 1) count = DOWNBEAT_CRUMB - 1;
    if (count) memcpy(s->crumb, text, count);
    s->crumb[count] = 0;
}

/// The thread's own slot, if it has one. Only Web calls this, so there is one such variable; it is inside a function because Swift
/// does not import variables of a header.
static inline void **downbeat_slot_place(void) {
    static __thread void *slot;
    return &slot;
}
static inline void downbeat_adopt_slot(void *slot) { *downbeat_slot_place() = slot; }
static inline void *downbeat_own_slot(void) { return *downbeat_slot_place(); }

// The fault handler. It makes only system calls, and reads the stack through /proc/self/mem, which returns an error for a bad address
// instead of faulting again.

/// Where the handler writes, and the file through which it reads the stack.
struct downbeat_fault_place {
    struct downbeat_page *page;
    int memory;
};
static inline struct downbeat_fault_place *downbeat_fault_place(void) {
    static struct downbeat_fault_place place;
    return &place;
}

/// Saves the lines of /proc/self/maps that map code.
static inline void downbeat_keep_maps(struct downbeat_fault *fault) {
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    static char piece[4096];
    static char line[512];
    size_t length = 0;
    ssize_t count;
    while ((count = read(file, piece, sizeof piece)) > 0) {
        for (ssize_t i = 0; i < count; i++) {
            if (length < sizeof line) line[length++] = piece[i];
            if (piece[i] != '\n') continue;
            // "55d0c4a00000-55d0c4a21000 r-xp ...": the third letter after the blank.
            size_t blank = 0;
            while (blank < length && line[blank] != ' ') blank++;
            int is_code = blank + 3 < length && line[blank + 3] == 'x';
            if (is_code && fault->maps_count + length <= DOWNBEAT_MAPS) {
                memcpy(fault->maps + fault->maps_count, line, length);
                fault->maps_count += length;
            }
            length = 0;
        }
    }
    close(file);
}

static inline void downbeat_walk(struct downbeat_fault *fault, const ucontext_t *context) {
#if defined(__x86_64__)
    uint64_t at = (uint64_t)context->uc_mcontext.gregs[16], frame = (uint64_t)context->uc_mcontext.gregs[10];
#elif defined(__aarch64__)
    uint64_t at = context->uc_mcontext.pc, frame = context->uc_mcontext.regs[29];
#endif
    fault->frames[0] = at;
    fault->frame_count = 1;
    while (fault->frame_count < DOWNBEAT_FRAMES && frame && !(frame & 7)) {
        uint64_t words[2];
        if (pread(downbeat_fault_place()->memory, words, sizeof words, (off_t)frame) != sizeof words) return;
        if (!words[1]) return;
        fault->frames[fault->frame_count++] = words[1];
        // The caller's frame has a higher address.
        if (words[0] <= frame) return;
        frame = words[0];
    }
}

static inline void downbeat_fault_handler(int number, siginfo_t *information, void *context) {
    int before = errno;
    struct downbeat_page *page = downbeat_fault_place()->page;
    int32_t thread = (int32_t)syscall(SYS_gettid);
    // If several threads fault at once, only the first is reported.
    if (page && !__atomic_exchange_n(&page->fault.written, 1u, __ATOMIC_SEQ_CST)) {
        page->fault.signal = number;
        page->fault.code = information->si_code;
        page->fault.thread = thread;
        page->fault.address = (uint64_t)(uintptr_t)information->si_addr;
        downbeat_walk(&page->fault, (const ucontext_t *)context);
        downbeat_keep_maps(&page->fault);
    }
    // The handler is already reset (SA_RESETHAND): the signal is delivered again on return and has its default effect.
    syscall(SYS_tgkill, getpid(), thread, number);
    errno = before;
}

/// Installs the handler, so that every fault of this process is written into the page before the process dies.
static inline void downbeat_keep_faults(void *page) {
    static const int numbers[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS};
    downbeat_fault_place()->page = (struct downbeat_page *)page;
    downbeat_fault_place()->memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = downbeat_fault_handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

/// Prepares the calling thread for the handler: unblocks SIGABRT, which pool threads block, and adds a signal stack, since the
/// thread's own may have overflowed. The stack is never freed.
static inline void downbeat_prepare_thread_for_faults(void) {
    sigset_t abort_alone;
    sigemptyset(&abort_alone);
    sigaddset(&abort_alone, SIGABRT);
    pthread_sigmask(SIG_UNBLOCK, &abort_alone, NULL);
    const size_t size = 64 << 10;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = size};
    sigaltstack(&stack, NULL);
}

/// Signals one thread of another process.
static inline int downbeat_signal_thread(pid_t process, pid_t thread, int number) {
    return (int)syscall(SYS_tgkill, process, thread, number);
}

static inline int downbeat_signal_file(const sigset_t *signals) { return signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC); }

/// The next pending signal of a signalfd; 0 if there is none.
static inline int downbeat_next_signal(int file) {
    struct signalfd_siginfo information;
    return read(file, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}

/// Sends a datagram to a Unix socket; a path that begins with @ is an abstract name. 0, or -1 and errno.
static inline int downbeat_send_datagram(const char *path, const void *bytes, size_t count) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) {
        errno = EINVAL;
        return -1;
    }
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '@' ? 0 : 1));
    long sent = sendto(file, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, size);
    int code = errno;
    close(file);
    errno = code;
    return sent == (long)count ? 0 : -1;
}

/// Receives a message without waiting: its length, 0 if the other side is closed, -1 if there is none yet.
static inline long downbeat_hear(int line, void *bytes, size_t most) { return recv(line, bytes, most, MSG_DONTWAIT); }

/// The same, but waits for a message.
static inline long downbeat_listen(int line, void *bytes, size_t most) {
    long count;
    do { count = recv(line, bytes, most, 0); } while (count < 0 && errno == EINTR);
    return count;
}

static inline void downbeat_say(int line, const void *bytes, size_t count) { send(line, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT); }
