// zlib, and the two initializers that are macros.
#pragma once

#include <string.h>
#include <zlib.h>

static inline int downbeat_deflate_init(z_stream *s, int level, int window_bits, int memory_level) {
    return deflateInit2(s, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
static inline int downbeat_inflate_init(z_stream *s, int window_bits) { return inflateInit2(s, window_bits); }
