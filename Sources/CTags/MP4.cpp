#include <taglib/mp4coverart.h>
#include <taglib/mp4file.h>
#include <taglib/mp4item.h>
#include <taglib/mp4tag.h>
#include <taglib/tstringlist.h>

#include "TagFile.h"

using TagLib::String;
using TagLib::StringList;
using TagLib::MP4::CoverArt;
using TagLib::MP4::Item;

namespace downbeat {

struct Name {
    const char *field, *key;
};

static const Name texts[] = {
    {"title", "\251nam"}, {"artist", "\251ART"}, {"album", "\251alb"}, {"albumArtist", "aART"}, {"year", "\251day"},
    {"genre", "\251gen"}, {"comment", "\251cmt"}, {"composer", "\251wrt"}, {"lyrics", "\251lyr"},
};

struct Pair {
    const char *key, *number, *total;
};

static const Pair pairs[] = {{"trkn", "track", "trackCount"}, {"disk", "disc", "discCount"}};

class MP4 : public TagFile {
public:
    explicit MP4(DescriptorStream &stream) : file(&stream, false) {
        if (!file.isValid() || !file.tag()) throw Problem("cannot be read by TagLib");
    }

    Fields read() override {
        TagLib::MP4::Tag &tag = *file.tag();
        Fields fields;
        for (const Name &name : texts)
            for (const String &value : tag.item(name.key).toStringList())
                if (!value.isEmpty()) fields[name.field].push_back(plain(value));
        for (const Pair &pair : pairs) {
            if (!tag.contains(pair.key)) continue;
            Item::IntPair both = tag.item(pair.key).toIntPair();
            if (both.first > 0) fields[pair.number] = {std::to_string(both.first)};
            if (both.second > 0) fields[pair.total] = {std::to_string(both.second)};
        }
        if (tag.contains("cpil")) fields["compilation"] = {tag.item("cpil").toBool() ? "1" : "0"};
        TagLib::MP4::CoverArtList covers = tag.item("covr").toCoverArtList();
        if (!covers.isEmpty()) fields["cover"] = {plain(covers.front().data())};
        return fields;
    }

    void write(const Fields &changes) override {
        TagLib::MP4::Tag &tag = *file.tag();
        for (const Name &name : texts) {
            auto found = changes.find(name.field);
            if (found == changes.end()) continue;
            StringList values;
            for (const std::string &value : found->second) values.append(text(value));
            set(name.key, Item(values), values.isEmpty());
        }
        for (const Pair &pair : pairs) {
            Item::IntPair both{};
            if (tag.contains(pair.key)) both = tag.item(pair.key).toIntPair();
            auto one = changes.find(pair.number), all = changes.find(pair.total);
            if (one == changes.end() && all == changes.end()) continue;
            if (one != changes.end()) both.first = number(first(one->second));
            if (all != changes.end()) both.second = number(first(all->second));
            set(pair.key, Item(both.first, both.second), both.first == 0 && both.second == 0);
        }
        auto compilation = changes.find("compilation");
        if (compilation != changes.end())
            set("cpil", Item(first(compilation->second) == "1"), compilation->second.empty());
        auto cover = changes.find("cover");
        if (cover != changes.end()) setCover(cover->second);
        if (!file.save()) throw Problem("has tags that cannot be written");
    }

private:
    static int number(const std::string &value) {
        int number = value.empty() ? 0 : text(value).toInt();
        if (number < 0 || number > 65535) throw Problem("keeps numbers up to 65,535");
        return number;
    }

    void set(const char *key, const Item &item, bool isEmpty) {
        if (isEmpty) file.tag()->removeItem(key); else file.tag()->setItem(key, item);
    }

    /// The first picture is the cover.
    void setCover(const Values &values) {
        TagLib::MP4::CoverArtList covers = file.tag()->item("covr").toCoverArtList();
        if (!covers.isEmpty()) covers.erase(covers.begin());
        if (!values.empty()) {
            bool isPNG = std::string(mediaType(values.front())) == "image/png";
            covers.prepend(CoverArt(isPNG ? CoverArt::PNG : CoverArt::JPEG, vector(values.front())));
        }
        set("covr", Item(covers), covers.isEmpty());
    }

    TagLib::MP4::File file;
};

std::unique_ptr<TagFile> openMP4(DescriptorStream &stream) { return std::make_unique<MP4>(stream); }

}
