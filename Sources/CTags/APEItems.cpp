#include "APEItems.h"

#include <cstring>
#include <tuple>

#include <taglib/apefile.h>
#include <taglib/mpcfile.h>
#include <taglib/tstringlist.h>
#include <taglib/wavpackfile.h>

using TagLib::ByteVector;
using TagLib::String;
using TagLib::StringList;

namespace downbeat {

struct Name {
    const char *field, *key, *shown;
    /// Another that some programs write.
    const char *other = nullptr, *otherShown = nullptr;
};

static const Name names[] = {
    {"title", "TITLE", "Title"}, {"artist", "ARTIST", "Artist"}, {"album", "ALBUM", "Album"},
    {"albumArtist", "ALBUM ARTIST", "Album Artist", "ALBUMARTIST", "AlbumArtist"}, {"year", "YEAR", "Year", "DATE", "Date"},
    {"genre", "GENRE", "Genre"},
    {"compilation", "COMPILATION", "Compilation"}, {"comment", "COMMENT", "Comment"}, {"composer", "COMPOSER", "Composer"},
    {"lyrics", "LYRICS", "Lyrics"},
};
static const char *cover = "COVER ART (FRONT)";

Fields show(TagLib::APE::Tag &tag) {
    const TagLib::APE::ItemListMap &items = tag.itemListMap();
    Fields fields;
    for (const Name &name : names) {
        for (const char *key : {name.key, name.other}) {
            auto item = key && !fields.count(name.field) ? items.find(key) : items.end();
            if (item == items.end() || item->second.type() != TagLib::APE::Item::Text) continue;
            for (const String &value : item->second.values())
                if (!value.isEmpty()) fields[name.field].push_back(plain(value));
        }
    }
    for (auto [key, one, all] : {std::tuple("TRACK", "track", "trackCount"), std::tuple("DISC", "disc", "discCount")}) {
        auto item = items.find(key);
        if (item != items.end() && !item->second.values().isEmpty())
            Position(plain(item->second.values().front())).show(fields, one, all);
    }
    auto item = items.find(cover);
    if (item != items.end() && item->second.type() == TagLib::APE::Item::Binary) {
        ByteVector bytes = item->second.binaryData();
        int end = bytes.find(ByteVector(1, 0));
        if (end >= 0) fields["cover"] = {plain(bytes.mid(unsigned(end) + 1))};
    }
    return fields;
}

void change(TagLib::APE::Tag &tag, const Fields &changes) {
    for (const Name &name : names) {
        auto found = changes.find(name.field);
        if (found == changes.end()) continue;
        StringList values;
        for (const std::string &value : found->second) values.append(text(value));
        bool hasOther = name.other && tag.itemListMap().contains(name.other);
        bool hasUsual = tag.itemListMap().contains(name.key) || !hasOther;
        if (hasOther) tag.removeItem(name.other);
        tag.removeItem(name.key);
        if (values.isEmpty()) continue;
        if (hasOther) tag.setItem(name.other, TagLib::APE::Item(String(name.otherShown), values));
        if (hasUsual) tag.setItem(name.key, TagLib::APE::Item(String(name.shown), values));
    }
    for (auto [key, shown, one, all] :
         {std::tuple("TRACK", "Track", "track", "trackCount"), std::tuple("DISC", "Disc", "disc", "discCount")}) {
        auto item = tag.itemListMap().find(key);
        bool isThere = item != tag.itemListMap().end() && !item->second.values().isEmpty();
        Position position(isThere ? plain(item->second.values().front()) : std::string());
        if (!position.take(changes, one, all)) continue;
        tag.removeItem(key);
        if (!position.joined().empty()) tag.setItem(key, TagLib::APE::Item(String(shown), text(position.joined())));
    }
    auto found = changes.find("cover");
    if (found == changes.end()) return;
    tag.removeItem(cover);
    if (found->second.empty()) return;
    const std::string &picture = found->second.front();
    ByteVector bytes(std::string(mediaType(picture)) == "image/png" ? "Cover Art (Front).png" : "Cover Art (Front).jpg");
    bytes.append(char(0)).append(vector(picture));
    tag.setItem(cover, TagLib::APE::Item(String("Cover Art (Front)"), bytes, true));
}

Fields show(TagLib::ID3v1::Tag &tag) {
    Fields fields;
    for (auto [field, value] :
         {std::pair("title", tag.title()), std::pair("artist", tag.artist()), std::pair("album", tag.album()),
          std::pair("comment", tag.comment()), std::pair("genre", tag.genre())})
        if (!value.isEmpty()) fields[field] = {plain(value)};
    if (tag.year() > 0) fields["year"] = {std::to_string(tag.year())};
    if (tag.track() > 0) fields["track"] = {std::to_string(tag.track())};
    return fields;
}

void change(TagLib::ID3v1::Tag &tag, const Fields &changes) {
    for (const auto &[field, values] : changes) {
        String value = text(first(values));
        if (field == "title") tag.setTitle(value);
        else if (field == "artist") tag.setArtist(value);
        else if (field == "album") tag.setAlbum(value);
        else if (field == "comment") tag.setComment(value);
        else if (field == "genre") tag.setGenre(value);
        else if (field == "year") tag.setYear(unsigned(value.substr(0, 4).toInt()));
        else if (field == "track") tag.setTrack(unsigned(value.toInt()));
    }
}

/// WavPack, Monkey's Audio and Musepack: APEv2, and ID3v1 if there is one.
template <class File> class APEItems : public TagFile {
public:
    template <class... Rest> explicit APEItems(DescriptorStream &stream, Rest... rest) : file(&stream, rest...) {
        if (!file.isValid()) throw Problem("cannot be read by TagLib");
    }

    Fields read() override {
        Fields fields;
        if (file.hasID3v1Tag()) fields = show(*file.ID3v1Tag());
        if (file.hasAPETag())
            for (const auto &[field, values] : show(*file.APETag())) fields[field] = values;
        return fields;
    }

    void write(const Fields &changes) override {
        // A reader that finds APEv2 looks no further, so a new tag repeats what the old one says.
        if (!file.hasAPETag() && file.hasID3v1Tag()) change(*file.APETag(true), show(*file.ID3v1Tag()));
        change(*file.APETag(true), changes);
        if (file.hasID3v1Tag()) change(*file.ID3v1Tag(), changes);
        if (!file.save()) throw Problem("has tags that cannot be written");
    }

private:
    File file;
};

std::unique_ptr<TagFile> openWavPack(DescriptorStream &stream) {
    return std::make_unique<APEItems<TagLib::WavPack::File>>(stream, false);
}
std::unique_ptr<TagFile> openAPE(DescriptorStream &stream) { return std::make_unique<APEItems<TagLib::APE::File>>(stream, false); }
std::unique_ptr<TagFile> openMusepack(DescriptorStream &stream) {
    return std::make_unique<APEItems<TagLib::MPC::File>>(stream, false);
}

}
