#include <cstring>

#include "ID3Frames.h"

using TagLib::ByteVector;

namespace downbeat {

/// WAV and AIFF: an ID3v2 tag in a chunk of its own, and the few texts that the format itself has, if they are there.
class Chunks : public TagFile {
public:
    Chunks(DescriptorStream &stream, bool isAIFF) : stream(stream), isBig(isAIFF) {
        ByteVector head = stream.bytes(0, 12);
        if (head.size() < 12 || !head.startsWith(isAIFF ? "FORM" : "RIFF")) throw Problem("is longer than its format allows, or damaged");
        end = 8 + Offset(number(head.mid(4, 4)));
        // The number of bytes is unknown where a program wrote into a pipe.
        if (end > stream.length()) throw Problem("does not state its length, or is shorter than it states");
        Offset place = 12;
        while (place + 8 <= end) {
            if (chunks.size() >= mostChunks) throw Problem("has too many parts");
            ByteVector chunk = stream.bytes(place, 8);
            Chunk found{plain(chunk.mid(0, 4)), place + 8, Offset(number(chunk.mid(4, 4)))};
            if (found.length > end - found.start) throw Problem("has a damaged list of parts");
            place = found.start + found.length + (found.length & 1);
            chunks.push_back(found);
        }
        if (const Chunk *tag = id3()) {
            ByteVector bytes = stream.bytes(tag->start, Count(tag->length));
            size_t length = ID3Frames::length(bytes);
            if (length == 0 || length > bytes.size()) throw Problem("has a damaged ID3v2 tag, of which an edit could lose a part");
            frames = ID3Frames(bytes.mid(0, unsigned(length)));
        } else {
            frames.change(texts());
        }
    }

    Fields read() override {
        Fields fields = texts();
        for (const auto &[field, values] : frames.read()) fields[field] = values;
        return fields;
    }

    void write(const Fields &changes) override {
        frames.change(changes);
        // From the end on, so that the places of what comes before stay as they are.
        for (size_t i = chunks.size(); i-- > 0;) {
            const Chunk &chunk = chunks[i];
            if (isID3(chunk)) {
                ByteVector tag = frames.render(size_t(chunk.length));
                replace(chunk, tag);
            } else if (isBig) {
                changeText(chunk, changes);
            } else if (isTexts(chunk)) {
                changeTexts(chunk, changes);
            }
        }
        if (!id3()) append(frames.render(0));
        stream.seek(4);
        stream.writeBlock(number(size_t(end - 8)));
    }

private:
    struct Chunk {
        std::string name;
        /// Of its content.
        Offset start, length;
    };

    struct Name {
        const char *field, *chunk;
    };

    static constexpr size_t mostChunks = 10000;
    static constexpr Name riff[] = {{"title", "INAM"}, {"artist", "IART"}, {"album", "IPRD"}, {"year", "ICRD"},
                                    {"genre", "IGNR"}, {"comment", "ICMT"}, {"track", "IPRT"}, {"track", "ITRK"}};
    static constexpr Name aiff[] = {{"title", "NAME"}, {"artist", "AUTH"}, {"comment", "ANNO"}};

    size_t number(const ByteVector &bytes) const { return isBig ? bytes.toUInt(true) : bytes.toUInt(false); }
    ByteVector number(size_t value) const { return ByteVector::fromUInt(unsigned(value), isBig); }

    bool isID3(const Chunk &chunk) const { return chunk.name == "ID3 " || chunk.name == "id3 "; }
    const Chunk *id3() const {
        for (const Chunk &chunk : chunks)
            if (isID3(chunk)) return &chunk;
        return nullptr;
    }

    bool isTexts(const Chunk &chunk) const {
        return chunk.name == "LIST" && chunk.length >= 4 && plain(stream.bytes(chunk.start, 4)) == "INFO";
    }

    static std::string value(ByteVector bytes) {
        int end = bytes.find(ByteVector(1, 0));
        if (end >= 0) bytes.resize(unsigned(end));
        return plain(bytes);
    }

    /// The texts of the format itself: they are in UTF-8 where they are written today.
    Fields texts() const {
        Fields fields;
        for (const Chunk &chunk : chunks) {
            for (const Name &name : aiff)
                if (isBig && chunk.name == name.chunk) fields[name.field] = {value(stream.bytes(chunk.start, Count(chunk.length)))};
            if (isBig || !isTexts(chunk)) continue;
            ByteVector list = stream.bytes(chunk.start, Count(chunk.length));
            for (size_t place = 4; place + 8 <= list.size();) {
                size_t length = number(list.mid(unsigned(place) + 4, 4));
                if (length > list.size() - place - 8) break;
                for (const Name &name : riff)
                    if (plain(list.mid(unsigned(place), 4)) == name.chunk)
                        fields[name.field] = {value(list.mid(unsigned(place) + 8, unsigned(length)))};
                place += 8 + length + (length & 1);
            }
        }
        for (auto field = fields.begin(); field != fields.end();)
            if (field->second.front().empty()) field = fields.erase(field); else ++field;
        return fields;
    }

    /// Changes a text in an AIFF file.
    void changeText(const Chunk &chunk, const Fields &changes) {
        for (const Name &name : aiff) {
            auto change = changes.find(name.field);
            if (chunk.name == name.chunk && change != changes.end()) replace(chunk, vector(first(change->second)));
        }
    }

    /// Changes the texts in the list of a WAV file.
    void changeTexts(const Chunk &chunk, const Fields &changes) {
        ByteVector list = stream.bytes(chunk.start, Count(chunk.length)), next("INFO");
        size_t place = 4;
        while (place + 8 <= list.size()) {
            std::string key = plain(list.mid(unsigned(place), 4));
            size_t length = number(list.mid(unsigned(place) + 4, 4));
            if (length > list.size() - place - 8) throw Problem("has a damaged list of texts");
            ByteVector bytes = list.mid(unsigned(place) + 8, unsigned(length));
            bool isKept = true;
            for (const Name &name : riff) {
                auto change = changes.find(name.field);
                if (key != name.chunk || change == changes.end()) continue;
                isKept = !change->second.empty();
                bytes = vector(first(change->second)).append(char(0));
            }
            place += 8 + length + (length & 1);
            if (!isKept) continue;
            next.append(vector(key)).append(number(bytes.size())).append(bytes);
            if (bytes.size() & 1) next.append(char(0));
        }
        if (next != list) replace(chunk, next);
    }

    void replace(const Chunk &chunk, const ByteVector &content) {
        Offset before = std::min<Offset>(chunk.length + (chunk.length & 1), end - chunk.start);
        ByteVector bytes = number(content.size()).append(content);
        if (content.size() & 1) bytes.append(char(0));
        stream.insert(bytes, Start(chunk.start - 4), Count(before + 4));
        grow(Offset(bytes.size()) - 4 - before);
    }

    void append(const ByteVector &tag) {
        ByteVector bytes;
        if (end & 1) bytes.append(char(0));
        bytes.append(isBig ? "ID3 " : "id3 ").append(number(tag.size())).append(tag);
        if (tag.size() & 1) bytes.append(char(0));
        stream.insert(bytes, Start(end), 0);
        grow(Offset(bytes.size()));
    }

    void grow(Offset count) {
        end += count;
        if (end - 8 > Offset(0xFFFFFFFE)) throw Problem("would become longer than its format allows");
    }

    DescriptorStream &stream;
    bool isBig;
    Offset end;
    std::vector<Chunk> chunks;
    ID3Frames frames;
};

constexpr Chunks::Name Chunks::riff[];
constexpr Chunks::Name Chunks::aiff[];

std::unique_ptr<TagFile> openChunks(DescriptorStream &stream, bool isAIFF) { return std::make_unique<Chunks>(stream, isAIFF); }

}
