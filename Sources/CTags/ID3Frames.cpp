#include "ID3Frames.h"

#include <algorithm>
#include <cstring>

#include <taglib/id3v1genres.h>
#include <taglib/id3v2synchdata.h>
#include <taglib/tstringlist.h>

using TagLib::ByteVector;
using TagLib::String;

namespace downbeat {

/// Room behind the frames of a tag that had to grow, so that the next change does not move the sound.
static const size_t padding = 1024;
/// More padding than this is not kept.
static const size_t mostPadding = 1 << 20;
static const size_t mostBytes = (1 << 28) - 1;

struct Names {
    const char *field, *two, *more;
};

static const Names names[] = {
    {"title", "TT2", "TIT2"}, {"artist", "TP1", "TPE1"}, {"album", "TAL", "TALB"}, {"albumArtist", "TP2", "TPE2"},
    {"track", "TRK", "TRCK"}, {"disc", "TPA", "TPOS"}, {"genre", "TCO", "TCON"}, {"compilation", "TCP", "TCMP"},
    {"composer", "TCM", "TCOM"}, {"comment", "COM", "COMM"}, {"lyrics", "ULT", "USLT"}, {"cover", "PIC", "APIC"},
};

static size_t number(const ByteVector &bytes, size_t start, size_t width, int bits) {
    size_t value = 0;
    for (size_t i = 0; i < width; i++) value = value << bits | static_cast<unsigned char>(bytes[int(start + i)]);
    return value;
}

static ByteVector number(size_t value, size_t width, int bits) {
    ByteVector bytes(unsigned(width), 0);
    for (size_t i = 0; i < width; i++) bytes[int(i)] = char(value >> (bits * int(width - 1 - i)) & ((1u << bits) - 1));
    return bytes;
}

size_t ID3Frames::length(const ByteVector &head) {
    if (head.size() < 10 || !head.startsWith("ID3")) return 0;
    for (int i = 6; i < 10; i++)
        if (head[i] & 0x80) return 0;
    return 10 + number(head, 6, 4, 7) + (head[5] & 0x10 ? 10 : 0);
}

ID3Frames::ID3Frames(const ByteVector &bytes) {
    const char *damaged = "has a damaged ID3v2 tag, of which an edit could lose a part";
    version = bytes[3];
    int flags = static_cast<unsigned char>(bytes[5]);
    if (version < 2 || version > 4) throw Problem("has an ID3v2 tag of an unknown version");
    if (version == 2 && flags & 0x40) throw Problem("has a compressed ID3v2.2 tag");
    if (bytes.size() != length(bytes)) throw Problem(damaged);
    ByteVector body = bytes.mid(10, unsigned(number(bytes, 6, 4, 7)));
    if (flags & 0x80 && version < 4) body = TagLib::ID3v2::SynchData::decode(body);
    size_t place = 0;
    if (flags & 0x40) {
        if (body.size() < 4) throw Problem(damaged);
        place = version == 3 ? 4 + number(body, 0, 4, 8) : number(body, 0, 4, 7);
    }
    size_t nameLength = version == 2 ? 3 : 4, headLength = version == 2 ? 6 : 10;
    while (place + headLength <= body.size() && body[int(place)] != 0) {
        Frame frame;
        frame.name = plain(body.mid(unsigned(place), unsigned(nameLength)));
        for (char letter : frame.name)
            if (!(letter >= 'A' && letter <= 'Z') && !(letter >= '0' && letter <= '9')) throw Problem(damaged);
        size_t size = number(body, place + nameLength, version == 2 ? 3 : 4, version == 4 ? 7 : 8);
        for (int i = 0; i < 2; i++) frame.flags[i] = version == 2 ? 0 : static_cast<unsigned char>(body[int(place) + 8 + i]);
        place += headLength;
        if (size > body.size() - place) throw Problem(damaged);
        frame.body = body.mid(unsigned(place), unsigned(size));
        if (version == 4 && flags & 0x80) {
            frame.body = TagLib::ID3v2::SynchData::decode(frame.body);
            frame.flags[1] &= ~0x02;
        }
        place += size;
        frames.push_back(frame);
    }
    if (place > body.size()) throw Problem(damaged);
}

ByteVector ID3Frames::render(size_t length) const {
    ByteVector body;
    for (const Frame &frame : frames) {
        body.append(ByteVector(frame.name.data(), unsigned(frame.name.size())));
        if (frame.body.size() > (version == 2 ? 0xFFFFFF : mostBytes)) throw Problem("has a picture or a text that does not fit into its tag");
        body.append(number(frame.body.size(), version == 2 ? 3 : 4, version == 4 ? 7 : 8));
        if (version != 2)
            for (unsigned char flag : frame.flags) body.append(char(flag));
        body.append(frame.body);
    }
    size_t needed = body.size() + 10;
    size_t whole = needed <= length && length - needed <= mostPadding ? length : needed + padding;
    if (whole - 10 > mostBytes) throw Problem("would have a longer tag than ID3v2 allows");
    ByteVector tag("ID3");
    tag.append(char(version)).append(char(0)).append(char(0)).append(number(whole - 10, 4, 7)).append(body);
    return tag.resize(unsigned(whole), 0);
}

std::string ID3Frames::name(const char *field) const {
    for (const Names &entry : names)
        if (!strcmp(entry.field, field)) return version == 2 ? entry.two : entry.more;
    return "";
}

/// The body without what its flags put around it; false if it is compressed or encrypted.
bool ID3Frames::plainBody(const Frame &frame, ByteVector &body) const {
    int flags = frame.flags[1];
    unsigned around = 0;
    if (version == 3) {
        if (flags & 0xC0) return false;
        around = flags & 0x20 ? 1 : 0;
    } else if (version == 4) {
        if (flags & 0x0C) return false;
        around = (flags & 0x40 ? 1 : 0) + (flags & 0x01 ? 4 : 0);
    }
    if (frame.body.size() < around) return false;
    body = frame.body.mid(around);
    if (version == 4 && flags & 0x02) body = TagLib::ID3v2::SynchData::decode(body);
    return !body.isEmpty();
}

static bool isWide(int encoding) { return encoding == 1 || encoding == 2; }

/// The end of the text that starts here: at its zero, or behind all.
static size_t endOfText(const ByteVector &bytes, size_t start, int encoding) {
    size_t width = isWide(encoding) ? 2 : 1;
    for (size_t i = start; i + width <= bytes.size(); i += width)
        if (bytes[int(i)] == 0 && (width == 1 || bytes[int(i) + 1] == 0)) return i;
    return bytes.size();
}

/// A byte order mark counts for the texts behind it, too, since some programs write only one.
static std::string decoded(const ByteVector &bytes, int encoding, bool &isBig) {
    if (!isWide(encoding)) return plain(String(bytes, encoding == 3 ? String::UTF8 : String::Latin1));
    ByteVector rest = bytes;
    if (rest.size() >= 2 && (rest.startsWith("\xFF\xFE") || rest.startsWith("\xFE\xFF"))) {
        isBig = static_cast<unsigned char>(rest[0]) == 0xFE;
        rest = rest.mid(2);
    }
    if (rest.size() % 2) rest.resize(rest.size() - 1);
    return plain(String(rest, isBig ? String::UTF16BE : String::UTF16LE));
}

static Values values(const ByteVector &bytes, int encoding, bool isBig) {
    Values found;
    size_t width = isWide(encoding) ? 2 : 1;
    for (size_t place = 0; place < bytes.size();) {
        size_t end = endOfText(bytes, place, encoding);
        std::string value = decoded(bytes.mid(unsigned(place), unsigned(end - place)), encoding, isBig);
        if (!value.empty()) found.push_back(value);
        place = end + width;
    }
    return found;
}

Values ID3Frames::texts(const std::string &name) const {
    Values found;
    for (const Frame &frame : frames) {
        ByteVector body;
        if (frame.name != name || !plainBody(frame, body)) continue;
        for (const std::string &value : values(body.mid(1), body[0], body[0] == 2)) found.push_back(value);
    }
    return found;
}

/// Plain ASCII needs no choice; what else there is only where every reader understands it.
ByteVector ID3Frames::encoded(const std::string &value, int &encoding) const {
    bool isPlain = std::all_of(value.begin(), value.end(), [](char letter) { return !(letter & 0x80); });
    if (isPlain && encoding == 0) return vector(value);
    if (version == 4 && encoding != 1) {
        encoding = 3;
        return vector(value);
    }
    encoding = 1;
    return text(value).data(String::UTF16);
}

void ID3Frames::setTexts(const std::string &name, const Values &values) {
    auto place = std::find_if(frames.begin(), frames.end(), [&](const Frame &frame) { return frame.name == name; });
    size_t index = size_t(place - frames.begin());
    frames.erase(
        std::remove_if(frames.begin(), frames.end(), [&](const Frame &frame) { return frame.name == name; }), frames.end());
    if (values.empty()) return;
    int encoding = 0;
    for (const std::string &value : values) encoded(value, encoding);
    ByteVector body(1, char(encoding));
    for (size_t i = 0; i < values.size(); i++) {
        if (i > 0) body.append(ByteVector(isWide(encoding) ? 2 : 1, 0));
        body.append(encoded(values[i], encoding));
    }
    frames.insert(frames.begin() + long(std::min(index, frames.size())), Frame{name, {0, 0}, body});
}

/// The parts of a comment or of lyrics: an encoding, a language and a name come before the text.
bool ID3Frames::spoken(const Frame &frame, Part &part) const {
    ByteVector body;
    if (!plainBody(frame, body) || body.size() < 5) return false;
    part.encoding = body[0];
    size_t end = endOfText(body, 4, part.encoding);
    size_t start = std::min<size_t>(end + (isWide(part.encoding) ? 2 : 1), body.size());
    part.head = body.mid(1, 3);
    bool isBig = part.encoding == 2;
    part.isNamed = !decoded(body.mid(4, unsigned(end - 4)), part.encoding, isBig).empty();
    bool big = isBig;
    part.body = vector(decoded(body.mid(unsigned(start)), part.encoding, big));
    return true;
}

/// Gives the frames without a name these texts, in their languages; with `namedToo` all frames.
void ID3Frames::setSpoken(const std::string &name, const Values &values, bool namedToo) {
    ByteVector language("XXX");
    std::vector<Frame> kept;
    size_t next = 0, place = frames.size();
    bool isFirst = true;
    std::vector<ByteVector> languages;
    for (const Frame &frame : frames) {
        Part part;
        if (frame.name == name && spoken(frame, part) && (namedToo || !part.isNamed)) {
            if (isFirst) place = kept.size();
            isFirst = false;
            languages.push_back(part.head);
            continue;
        }
        kept.push_back(frame);
    }
    for (const std::string &value : values) {
        int encoding = 0;
        encoded(value, encoding);
        ByteVector body(1, char(encoding));
        body.append(next < languages.size() ? languages[next] : language);
        if (encoding == 1) body.append(ByteVector("\xFF\xFE", 2));
        body.append(ByteVector(isWide(encoding) ? 2 : 1, 0)).append(encoded(value, encoding));
        kept.insert(kept.begin() + long(std::min(place + next, kept.size())), Frame{name, {0, 0}, body});
        next++;
    }
    frames = kept;
}

/// The parts of a picture: an encoding, its type, what it shows and a description come before it.
bool ID3Frames::picture(const Frame &frame, Part &part) const {
    ByteVector body;
    if (frame.name != name("cover") || !plainBody(frame, body)) return false;
    part.encoding = body[0];
    size_t kind = version == 2 ? 4 : endOfText(body, 1, 0) + 1;
    if (kind >= body.size()) return false;
    part.kind = static_cast<unsigned char>(body[int(kind)]);
    size_t start = endOfText(body, kind + 1, part.encoding) + (isWide(part.encoding) ? 2 : 1);
    if (start >= body.size()) return false;
    part.head = body.mid(unsigned(kind), unsigned(start - kind));
    part.body = body.mid(unsigned(start));
    return true;
}

/// The frame of the front cover, or else of the first picture of no stated kind; -1 if there is none.
int ID3Frames::cover() const {
    int any = -1;
    for (size_t i = 0; i < frames.size(); i++) {
        Part part;
        if (!picture(frames[i], part)) continue;
        if (part.kind == 3) return int(i);
        if (part.kind == 0 && any < 0) any = int(i);
    }
    return any;
}

void ID3Frames::setCover(const Values &values) {
    int index = cover();
    if (values.empty()) {
        if (index >= 0) frames.erase(frames.begin() + index);
        return;
    }
    Part part;
    part.head = ByteVector("\x03\x00", 2);
    if (index >= 0) picture(frames[size_t(index)], part);
    ByteVector body(1, char(part.encoding));
    std::string type = mediaType(values.front());
    body.append(version == 2 ? ByteVector(type == "image/png" ? "PNG" : "JPG") : vector(type).append(char(0)));
    body.append(part.head).append(vector(values.front()));
    Frame frame{name("cover"), {0, 0}, body};
    if (index >= 0) frames[size_t(index)] = frame; else frames.push_back(frame);
}

void ID3Frames::setYear(const Values &values) {
    bool isLong = first(values).size() > 4;
    if (version == 4) {
        setTexts("TDRC", values);
        setTexts("TYER", {});
    } else {
        if (isLong) throw Problem("keeps only the year of a date, since its tag is older than ID3v2.4");
        setTexts(version == 2 ? "TYE" : "TYER", values);
        setTexts("TDRC", {});
    }
}

/// "17", "(17)" and "(17)Rock" are numbers of genres.
static std::string genre(const std::string &value) {
    size_t start = !value.empty() && value[0] == '(' ? 1 : 0;
    size_t end = start;
    while (end < value.size() && isdigit(static_cast<unsigned char>(value[end]))) end++;
    if (end == start || end - start > 3 || (start ? end >= value.size() || value[end] != ')' : end != value.size())) return value;
    if (start && end + 1 < value.size()) return value.substr(end + 1);
    std::string name = plain(TagLib::ID3v1::genre(std::stoi(value.substr(start, end - start))));
    return name.empty() ? value : name;
}

Fields ID3Frames::read() const {
    Fields fields;
    for (const char *field : {"title", "artist", "album", "albumArtist", "genre", "compilation", "composer"}) {
        Values found = texts(name(field));
        if (!strcmp(field, "genre")) std::transform(found.begin(), found.end(), found.begin(), genre);
        if (!found.empty()) fields[field] = found;
    }
    Position(first(texts(name("track")))).show(fields, "track", "trackCount");
    Position(first(texts(name("disc")))).show(fields, "disc", "discCount");
    for (const char *frame : {"TYE", "TYER", "TDRC"}) {
        Values year = texts(frame);
        if (!year.empty()) fields["year"] = {year.front()};
    }
    for (const Frame &frame : frames) {
        Part part;
        bool isComment = frame.name == name("comment"), isLyrics = frame.name == name("lyrics");
        if ((isComment || isLyrics) && spoken(frame, part) && (isLyrics || !part.isNamed) && !part.body.isEmpty())
            fields[isComment ? "comment" : "lyrics"].push_back(plain(part.body));
    }
    Part part;
    int index = cover();
    if (index >= 0 && picture(frames[size_t(index)], part)) fields["cover"] = {plain(part.body)};
    return fields;
}

void ID3Frames::change(const Fields &changes) {
    for (const auto &[field, values] : changes) {
        if (field == "cover") setCover(values);
        else if (field == "comment" || field == "lyrics") setSpoken(name(field.c_str()), values, field == "lyrics");
        else if (field == "year") setYear(values);
        else if (field.compare(0, 5, "track") != 0 && field.compare(0, 4, "disc") != 0) setTexts(name(field.c_str()), values);
    }
    for (const char *field : {"track", "disc"}) {
        Position position(first(texts(name(field))));
        if (!position.take(changes, field, (std::string(field) + "Count").c_str())) continue;
        std::string joined = position.joined();
        setTexts(name(field), joined.empty() ? Values() : Values{joined});
    }
}

}
