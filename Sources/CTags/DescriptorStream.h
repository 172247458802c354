#pragma once

#include <taglib/taglib.h>
#include <taglib/tiostream.h>

namespace downbeat {

#if TAGLIB_MAJOR_VERSION >= 2
using Offset = TagLib::offset_t;
using Start = TagLib::offset_t;
using Count = size_t;
#else
using Offset = long;
using Start = unsigned long;
using Count = unsigned long;
#endif

/// An open file for TagLib, which opens none itself: the sandbox forbids that. Borrows the descriptor.
class DescriptorStream : public TagLib::IOStream {
public:
    explicit DescriptorStream(int file);

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(Count length) override;
    void writeBlock(const TagLib::ByteVector &data) override;
    void insert(const TagLib::ByteVector &data, Start start = 0, Count replace = 0) override;
    void removeBlock(Start start = 0, Count length = 0) override;
    bool readOnly() const override { return false; }
    bool isOpen() const override { return true; }
    void seek(Offset offset, Position position = Beginning) override;
    Offset tell() const override { return place; }
    Offset length() override { return size; }
    void truncate(Offset length) override;

    /// The bytes from here on; fewer at the end of the file.
    TagLib::ByteVector bytes(Offset offset, Count length);

    /// The errno of the first call that failed, 0 if none did. TagLib itself ignores them.
    int failure() const { return failed; }

private:
    void put(Offset offset, const char *data, size_t length);
    size_t get(Offset offset, char *data, size_t length);
    void move(Offset from, Offset to);

    int file;
    Offset place = 0;
    Offset size = 0;
    int failed = 0;
};

}
