#pragma once
#include <stdint.h>

/// Sends frames of `bytes` to all WebSocket clients of a port on this machine, `rate` times a second. Returns only when it cannot start.
int downbeat_broadcast(uint16_t port, unsigned rate, unsigned bytes);
