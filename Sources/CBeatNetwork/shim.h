#pragma once

/// The version of the training whose weights are embedded; the file says the same, or the program stops when it first hears something.
#define BEAT_NETWORK_VERSION 2

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
/// The bytes of `beat-network.weights`, which last as long as the program.
static inline const unsigned char *_Nonnull beat_network_bytes(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "beat-network.weights"
    };
    *count = sizeof bytes;
    return bytes;
}
#pragma clang diagnostic pop
