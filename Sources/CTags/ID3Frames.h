#pragma once

#include "TagFile.h"

namespace downbeat {

/// An ID3v2 tag of version 2.2, 2.3 or 2.4 as a list of frames. Those that are not changed keep every byte: TagLib's own would lose
/// frames that another version has, and encode texts anew.
class ID3Frames {
public:
    /// An empty tag of version 2.4.
    ID3Frames() = default;
    /// The tag at the start of these bytes; throws if it is damaged.
    explicit ID3Frames(const TagLib::ByteVector &bytes);

    /// The length of the tag with this header, itself included; 0 if it is none.
    static size_t length(const TagLib::ByteVector &head);

    Fields read() const;
    void change(const Fields &changes);
    /// The whole tag, padded to this length if it is shorter.
    TagLib::ByteVector render(size_t length) const;

private:
    struct Frame {
        std::string name;
        unsigned char flags[2];
        TagLib::ByteVector body;
    };

    /// A frame of a comment, of lyrics or of a picture: what comes before the text or the picture, and that.
    struct Part {
        TagLib::ByteVector head;
        TagLib::ByteVector body;
        int kind = 0;
        bool isNamed = false;
        int encoding = 0;
    };

    std::string name(const char *field) const;
    bool plainBody(const Frame &frame, TagLib::ByteVector &body) const;
    Values texts(const std::string &name) const;
    void setTexts(const std::string &name, const Values &values);
    bool spoken(const Frame &frame, Part &part) const;
    bool picture(const Frame &frame, Part &part) const;
    int cover() const;
    void setSpoken(const std::string &name, const Values &values, bool namedToo);
    void setCover(const Values &values);
    void setYear(const Values &values);
    TagLib::ByteVector encoded(const std::string &value, int &encoding) const;

    int version = 4;
    std::vector<Frame> frames;
};

}
