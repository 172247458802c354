// The yardstick of broadcasting: one thread that sends each frame to every client with one call, and does nothing else. It believes that
// a client's first bytes are a whole request, and answers without the key's hash, which the benchmark's clients do not look at. A client
// that has no room for a frame misses it; one that has room for a part of it is closed.
#define _GNU_SOURCE
#include "CBroadcast.h"
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { longest_head = 4, most_events = 256 };
static const char welcome[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";

static int watch(int epoll, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static int listening(uint16_t port) {
    const int yes = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    return bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 4096) == 0 ? listener : -1;
}

static int ticking(unsigned rate) {
    const struct timespec step = {.tv_sec = rate == 1, .tv_nsec = rate == 1 ? 0 : 1000000000 / rate};
    const struct itimerspec times = {.it_interval = step, .it_value = step};
    const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    return timerfd_settime(timer, 0, &times, NULL) == 0 ? timer : -1;
}

/// Writes the time into the frame's payload, in microseconds.
static void stamp(uint8_t *payload) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t microseconds = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    memcpy(payload, &microseconds, sizeof microseconds);
}

int downbeat_broadcast(uint16_t port, unsigned rate, unsigned bytes) {
    struct rlimit limit;
    const int listener = listening(port), epoll = epoll_create1(0), timer = rate > 0 ? ticking(rate) : -1;
    if (listener < 0 || timer < 0 || bytes < 8 || bytes > 65535 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
    if (watch(epoll, listener) != 0 || watch(epoll, timer) != 0) return 1;

    const size_t head = bytes < 126 ? 2 : longest_head, length = head + bytes;
    uint8_t *frame = calloc(1, longest_head + bytes);
    int *open = calloc(limit.rlim_cur, sizeof *open);           // those that get frames
    int *place = calloc(limit.rlim_cur, sizeof *place);         // a descriptor's place among them, counted from 1
    if (!frame || !open || !place) return 1;
    int count = 0;
    frame[0] = 0x82;
    frame[1] = bytes < 126 ? (uint8_t)bytes : 126;
    if (bytes >= 126) frame[2] = (uint8_t)(bytes >> 8), frame[3] = (uint8_t)bytes;

    for (;;) {
        struct epoll_event events[most_events];
        static uint8_t heard[65536];
        const int happened = epoll_wait(epoll, events, most_events, -1);
        for (int index = 0; index < happened; index++) {
            const int descriptor = events[index].data.fd;
            if (descriptor == listener) {
                for (int client; (client = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
                    const int yes = 1;
                    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
                    watch(epoll, client);
                }
            } else if (descriptor == timer) {
                uint64_t ticks;
                if (read(timer, &ticks, sizeof ticks) != sizeof ticks) continue;
                stamp(frame + head);
                for (int each = 0; each < count; each++) {
                    const ssize_t sent = send(open[each], frame, length, MSG_NOSIGNAL);
                    if (sent > 0 && (size_t)sent < length) shutdown(open[each], SHUT_RDWR);
                }
            } else if (recv(descriptor, heard, sizeof heard, 0) <= 0) {
                if (place[descriptor] > 0) {
                    const int last = open[--count];
                    open[place[descriptor] - 1] = last;
                    place[last] = place[descriptor];
                    place[descriptor] = 0;
                }
                close(descriptor);
            } else if (place[descriptor] == 0) {
                if (send(descriptor, welcome, sizeof welcome - 1, MSG_NOSIGNAL) != sizeof welcome - 1) continue;
                open[count++] = descriptor;
                place[descriptor] = count;
            }
        }
    }
}
