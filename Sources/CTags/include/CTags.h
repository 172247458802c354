// Tags of music files in the form of C: TagLib is C++, whose exceptions must not reach Swift.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One value of a field: text in UTF-8, or for "cover" the bytes of a picture. A field with several values is several of these.
/// The fields are title, artist, album, albumArtist, track, trackCount, disc, discCount, year, genre, compilation, comment,
/// composer, lyrics and cover.
typedef struct {
    const char *field;
    /// In a change, null removes the field.
    const uint8_t *bytes;
    size_t count;
} downbeat_tag_value;

/// Gets each value of a file; the pointers are valid during the call.
typedef void (*downbeat_tag_listener)(void *context, downbeat_tag_value value);

/// The room for a sentence that says why something failed.
enum { downbeat_tag_problem = 256 };

/// Reads all fields of an open file. `kind` is mp3, flac, vorbis, opus, mov, wav, aiff, wv, ape or mpc. Returns 0, or -1 with a sentence.
int downbeat_read_tags(
    int file, const char *kind, downbeat_tag_listener listener, void *context, char problem[downbeat_tag_problem]);

/// Writes these fields into a file that is open for reading and writing, and nothing else. Returns 0, or -1 with a sentence; the file may
/// then be half written.
int downbeat_write_tags(
    int file, const char *kind, const downbeat_tag_value *changes, size_t count, char problem[downbeat_tag_problem]);

#ifdef __cplusplus
}
#endif
