#pragma once

/// Versions of the embedded weights. The weights files must say the same, or the program stops when it first reads them.
#define BEATS_VERSION 3
#define BARS_VERSION 3
#define KEYS_VERSION 1
#define FORM_VERSION 2

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
/// The bytes of `beats.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull beats_weights(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "beats.weights"
    };
    *count = sizeof bytes;
    return bytes;
}

/// The bytes of `bars.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull bars_weights(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "bars.weights"
    };
    *count = sizeof bytes;
    return bytes;
}

/// The bytes of `keys.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull keys_weights(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "keys.weights"
    };
    *count = sizeof bytes;
    return bytes;
}

/// The bytes of `form.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull form_weights(long *_Nonnull count) {
    static const unsigned char bytes[] = {
#embed "form.weights"
    };
    *count = sizeof bytes;
    return bytes;
}
#pragma clang diagnostic pop
