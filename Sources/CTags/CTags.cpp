#include "CTags.h"

#include <cstdio>
#include <cstring>
#include <new>

#include "TagFile.h"

using namespace downbeat;

static std::unique_ptr<TagFile> open(DescriptorStream &stream, const std::string &kind) {
    if (kind == "mp3") return openMP3(stream);
    if (kind == "flac") return openFLAC(stream);
    if (kind == "vorbis") return openVorbis(stream);
    if (kind == "opus") return openOpus(stream);
    if (kind == "mov") return openMP4(stream);
    if (kind == "wav" || kind == "aiff") return openChunks(stream, kind == "aiff");
    if (kind == "wv") return openWavPack(stream);
    if (kind == "ape") return openAPE(stream);
    if (kind == "mpc") return openMusepack(stream);
    throw Problem("is of a format in which no tags are written");
}

/// Runs the work, and says what went wrong: no exception may leave C.
template <class Work> static int guarded(char *problem, Work work) {
    const char *sentence = "has tags that cannot be read";
    try {
        work();
        return 0;
    } catch (const Problem &found) {
        snprintf(problem, downbeat_tag_problem, "%s", found.what());
        return -1;
    } catch (const std::bad_alloc &) {
        sentence = "has tags that need more memory than the limit";
    } catch (...) {
    }
    snprintf(problem, downbeat_tag_problem, "%s", sentence);
    return -1;
}

static void check(const DescriptorStream &stream) {
    if (stream.failure()) throw Problem(std::string("cannot be written (") + strerror(stream.failure()) + ")");
}

int downbeat_read_tags(int file, const char *kind, downbeat_tag_listener listener, void *context, char *problem) {
    return guarded(problem, [&] {
        DescriptorStream stream(file);
        Fields fields = open(stream, kind)->read();
        check(stream);
        for (const auto &[field, values] : fields)
            for (const std::string &value : values)
                listener(context, {field.c_str(), reinterpret_cast<const uint8_t *>(value.data()), value.size()});
    });
}

int downbeat_write_tags(int file, const char *kind, const downbeat_tag_value *changes, size_t count, char *problem) {
    return guarded(problem, [&] {
        Fields fields;
        for (size_t i = 0; i < count; i++) {
            Values &values = fields[changes[i].field];
            if (changes[i].bytes) values.emplace_back(reinterpret_cast<const char *>(changes[i].bytes), changes[i].count);
        }
        DescriptorStream stream(file);
        open(stream, kind)->write(fields);
        check(stream);
    });
}
