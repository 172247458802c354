#pragma once

/// Versions of the embedded weights. The weights files must say the same, or the program stops at its first analysis.
#define BEAT_NETWORK_VERSION 2
#define BAR_NETWORK_VERSION 1

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
/// The bytes of `beat-network.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull beat_network_bytes(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "beat-network.weights"
    };
    *count = sizeof bytes;
    return bytes;
}

/// The bytes of `bar-network.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull bar_network_bytes(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "bar-network.weights"
    };
    *count = sizeof bytes;
    return bytes;
}
#pragma clang diagnostic pop
