#include <cstring>

#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/opusfile.h>
#include <taglib/tstringlist.h>
#include <taglib/vorbisfile.h>
#include <taglib/xiphcomment.h>

#include "TagFile.h"

using TagLib::FLAC::Picture;
using TagLib::String;

namespace downbeat {

struct Name {
    const char *field;
    /// The usual one, then another that some programs write.
    const char *keys[2];
};

static const Name names[] = {
    {"title", {"TITLE", nullptr}}, {"artist", {"ARTIST", nullptr}}, {"album", {"ALBUM", nullptr}},
    {"albumArtist", {"ALBUMARTIST", "ALBUM ARTIST"}}, {"track", {"TRACKNUMBER", nullptr}},
    {"trackCount", {"TRACKTOTAL", "TOTALTRACKS"}}, {"disc", {"DISCNUMBER", nullptr}},
    {"discCount", {"DISCTOTAL", "TOTALDISCS"}}, {"year", {"DATE", "YEAR"}}, {"genre", {"GENRE", nullptr}},
    {"compilation", {"COMPILATION", nullptr}}, {"comment", {"COMMENT", "DESCRIPTION"}}, {"composer", {"COMPOSER", nullptr}},
    {"lyrics", {"LYRICS", "UNSYNCEDLYRICS"}},
};

static Fields show(const TagLib::Ogg::XiphComment &comment) {
    const TagLib::Ogg::FieldListMap &all = comment.fieldListMap();
    Fields fields;
    for (const Name &name : names) {
        for (const char *key : name.keys) {
            if (!key || !all.contains(key) || fields.count(name.field)) continue;
            for (const String &value : all[key])
                if (!value.isEmpty()) fields[name.field].push_back(plain(value));
        }
    }
    for (auto [one, count] : {std::pair("track", "trackCount"), std::pair("disc", "discCount")}) {
        if (!fields.count(one)) continue;
        Position position(first(fields[one]));
        fields.erase(one);
        if (fields.count(count)) position.total = first(fields[count]);
        fields.erase(count);
        position.show(fields, one, count);
    }
    return fields;
}

static void set(TagLib::Ogg::XiphComment &comment, const Name &name, const Values &values) {
    bool isOther = name.keys[1] && comment.fieldListMap().contains(name.keys[1]);
    bool isUsual = comment.fieldListMap().contains(name.keys[0]) || !isOther;
    for (auto [key, isWanted] : {std::pair(name.keys[0], isUsual), std::pair(name.keys[1], isOther)}) {
        if (!key) continue;
        comment.removeFields(key);
        if (isWanted)
            for (const std::string &value : values) comment.addField(key, text(value), false);
    }
}

static void change(TagLib::Ogg::XiphComment &comment, const Fields &changes) {
    for (const Name &name : names) {
        auto found = changes.find(name.field);
        if (found == changes.end()) continue;
        Values values = found->second;
        // "3/12" in one field: the part that is not changed stays.
        bool isTrack = !strcmp(name.field, "track") || !strcmp(name.field, "trackCount");
        bool isDisc = !strcmp(name.field, "disc") || !strcmp(name.field, "discCount");
        if (isTrack || isDisc) {
            const char *key = isTrack ? "TRACKNUMBER" : "DISCNUMBER";
            Position before(comment.fieldListMap().contains(key) ? plain(comment.fieldListMap()[key].front()) : std::string());
            if (!before.total.empty()) {
                before.take(changes, isTrack ? "track" : "disc", isTrack ? "trackCount" : "discCount");
                comment.removeFields(key);
                if (!before.joined().empty()) comment.addField(key, text(before.joined()), false);
                continue;
            }
        }
        set(comment, name, values);
    }
}

/// The front cover, or else the first picture of no stated kind; null if there is none.
template <class List> static Picture *cover(const List &pictures) {
    for (auto kind : {Picture::FrontCover, Picture::Other})
        for (Picture *picture : pictures)
            if (picture->type() == kind) return picture;
    return nullptr;
}

template <class Place> static void show(Place &place, Fields &fields) {
    if (Picture *picture = cover(place.pictureList())) fields["cover"] = {plain(picture->data())};
}

template <class Place> static void changeCover(Place &place, const Fields &changes) {
    auto found = changes.find("cover");
    if (found == changes.end()) return;
    Picture *old = cover(place.pictureList());
    if (!found->second.empty()) {
        Picture *picture = new Picture();
        picture->setType(old ? old->type() : Picture::FrontCover);
        if (old) picture->setDescription(old->description());
        picture->setMimeType(mediaType(found->second.front()));
        picture->setData(vector(found->second.front()));
        place.addPicture(picture);
    }
    if (old) place.removePicture(old, true);
}

class FLAC : public TagFile {
public:
    explicit FLAC(DescriptorStream &stream) : file(&stream, TagLib::ID3v2::FrameFactory::instance(), false) {
        if (!file.isValid()) throw Problem("cannot be read by TagLib");
    }

    Fields read() override {
        Fields fields = show(*file.xiphComment(true));
        show(file, fields);
        return fields;
    }

    void write(const Fields &changes) override {
        change(*file.xiphComment(true), changes);
        changeCover(file, changes);
        if (!file.save()) throw Problem("has tags that cannot be written");
    }

private:
    TagLib::FLAC::File file;
};

/// Vorbis and Opus in Ogg.
template <class File> class Ogg : public TagFile {
public:
    explicit Ogg(DescriptorStream &stream) : file(&stream, false) {
        if (!file.isValid() || !file.tag()) throw Problem("cannot be read by TagLib");
    }

    Fields read() override {
        Fields fields = show(*file.tag());
        show(*file.tag(), fields);
        return fields;
    }

    void write(const Fields &changes) override {
        change(*file.tag(), changes);
        changeCover(*file.tag(), changes);
        if (!file.save()) throw Problem("has tags that cannot be written");
    }

private:
    File file;
};

std::unique_ptr<TagFile> openFLAC(DescriptorStream &stream) { return std::make_unique<FLAC>(stream); }
std::unique_ptr<TagFile> openVorbis(DescriptorStream &stream) {
    return std::make_unique<Ogg<TagLib::Ogg::Vorbis::File>>(stream);
}
std::unique_ptr<TagFile> openOpus(DescriptorStream &stream) { return std::make_unique<Ogg<TagLib::Ogg::Opus::File>>(stream); }

}
