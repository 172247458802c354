#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <taglib/tbytevector.h>
#include <taglib/tstring.h>

#include "DescriptorStream.h"

namespace downbeat {

/// The values of a field: UTF-8, or the bytes of a picture. In a change, none removes the field.
using Values = std::vector<std::string>;
using Fields = std::map<std::string, Values>;

/// Why tags cannot be read or written: one plain sentence.
struct Problem : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The tags of one open file.
class TagFile {
public:
    virtual ~TagFile() = default;
    virtual Fields read() = 0;
    /// Writes these fields and no others.
    virtual void write(const Fields &changes) = 0;
};

std::unique_ptr<TagFile> openMP3(DescriptorStream &stream);
std::unique_ptr<TagFile> openChunks(DescriptorStream &stream, bool isAIFF);
std::unique_ptr<TagFile> openFLAC(DescriptorStream &stream);
std::unique_ptr<TagFile> openVorbis(DescriptorStream &stream);
std::unique_ptr<TagFile> openOpus(DescriptorStream &stream);
std::unique_ptr<TagFile> openMP4(DescriptorStream &stream);
std::unique_ptr<TagFile> openWavPack(DescriptorStream &stream);
std::unique_ptr<TagFile> openAPE(DescriptorStream &stream);
std::unique_ptr<TagFile> openMusepack(DescriptorStream &stream);

/// The type of a picture by its first bytes.
inline const char *mediaType(const std::string &picture) {
    if (picture.compare(0, 4, "\x89PNG") == 0) return "image/png";
    if (picture.compare(0, 3, "GIF") == 0) return "image/gif";
    if (picture.compare(0, 4, "RIFF") == 0) return "image/webp";
    return "image/jpeg";
}

inline TagLib::String text(const std::string &value) { return TagLib::String(value, TagLib::String::UTF8); }
inline std::string plain(const TagLib::String &value) { return value.to8Bit(true); }
inline std::string plain(const TagLib::ByteVector &value) { return std::string(value.data(), value.size()); }
inline TagLib::ByteVector vector(const std::string &value) { return TagLib::ByteVector(value.data(), unsigned(value.size())); }

/// The first value; empty if there is none.
inline std::string first(const Values &values) { return values.empty() ? std::string() : values.front(); }

/// "3/12" as two numbers that one text holds; empty where there is none.
struct Position {
    std::string number, total;

    explicit Position(const std::string &value) {
        size_t slash = value.find('/');
        number = value.substr(0, slash);
        if (slash != std::string::npos) total = value.substr(slash + 1);
    }

    std::string joined() const { return total.empty() ? number : (number.empty() ? "0" : number) + "/" + total; }

    void show(Fields &fields, const char *name, const char *count) const {
        if (!number.empty() && number != "0") fields[name] = {number};
        if (!total.empty() && total != "0") fields[count] = {total};
    }

    /// Takes what is changed of the two; false if neither is.
    bool take(const Fields &changes, const char *name, const char *count) {
        auto one = changes.find(name), all = changes.find(count);
        if (one != changes.end()) number = first(one->second);
        if (all != changes.end()) total = first(all->second);
        return one != changes.end() || all != changes.end();
    }
};

}
