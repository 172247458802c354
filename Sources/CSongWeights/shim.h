#pragma once

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
/// The bytes of `keys.weights`, valid as long as the program runs.
static inline const unsigned char *_Nonnull key_weights(long *_Nonnull count) {
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
