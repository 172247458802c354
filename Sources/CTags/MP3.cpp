#include <taglib/apetag.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/mpegfile.h>

#include "APEItems.h"
#include "ID3Frames.h"

using TagLib::ByteVector;

namespace downbeat {

/// An MP3 file: an ID3v2 tag in front, and older tags at the end if there are any.
class MP3 : public TagFile {
public:
    explicit MP3(DescriptorStream &stream) : stream(stream) {
        length = ID3Frames::length(stream.bytes(0, 10));
        if (length > 0) frames = ID3Frames(stream.bytes(0, length));
        if (length == 0) takeOldTags();
    }

    Fields read() override { return frames.read(); }

    void write(const Fields &changes) override {
        frames.change(changes);
        stream.insert(frames.render(length), 0, length);
        TagLib::MPEG::File file(&stream, TagLib::ID3v2::FrameFactory::instance(), false);
        int old = 0;
        if (file.hasID3v1Tag()) {
            change(*file.ID3v1Tag(), changes);
            old |= TagLib::MPEG::File::ID3v1;
        }
        if (file.hasAPETag()) {
            change(*file.APETag(), changes);
            old |= TagLib::MPEG::File::APE;
        }
        if (old && !file.save(old, TagLib::File::StripNone, TagLib::ID3v2::v4, TagLib::File::DoNotDuplicate))
            throw Problem("has tags at its end that cannot be written");
    }

private:
    /// A reader that finds ID3v2 looks no further, so a new tag repeats what the old ones say.
    void takeOldTags() {
        TagLib::MPEG::File file(&stream, TagLib::ID3v2::FrameFactory::instance(), false);
        Fields fields;
        if (file.hasID3v1Tag()) fields = show(*file.ID3v1Tag());
        if (file.hasAPETag())
            for (const auto &[field, values] : show(*file.APETag())) fields[field] = values;
        frames.change(fields);
    }

    DescriptorStream &stream;
    size_t length;
    ID3Frames frames;
};

std::unique_ptr<TagFile> openMP3(DescriptorStream &stream) { return std::make_unique<MP3>(stream); }

}
