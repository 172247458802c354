#include "DescriptorStream.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <vector>

using TagLib::ByteVector;

namespace downbeat {

/// Bytes moved at a time.
static const Offset step = 1 << 20;

DescriptorStream::DescriptorStream(int file) : file(file) {
    // Not fstat, which newer C libraries implement by a system call that the sandbox forbids.
    size = lseek(file, 0, SEEK_END);
    if (size < 0) {
        failed = errno;
        size = 0;
    }
}

ByteVector DescriptorStream::readBlock(Count length) {
    ByteVector block = bytes(place, length);
    place += block.size();
    return block;
}

ByteVector DescriptorStream::bytes(Offset offset, Count length) {
    if (offset < 0 || offset >= size || length == 0) return ByteVector();
    ByteVector block(static_cast<unsigned int>(std::min<uint64_t>({length, uint64_t(size - offset), 1u << 30})), 0);
    block.resize(static_cast<unsigned int>(get(offset, block.data(), block.size())));
    return block;
}

void DescriptorStream::writeBlock(const ByteVector &data) {
    put(place, data.data(), data.size());
    place += data.size();
}

void DescriptorStream::insert(const ByteVector &data, Start start, Count replace) {
    Offset begin = std::min<Offset>(start, size);
    Offset end = begin + Offset(std::min<uint64_t>(replace, uint64_t(size - begin)));
    move(end, begin + data.size());
    put(begin, data.data(), data.size());
    place = begin + data.size();
}

void DescriptorStream::removeBlock(Start start, Count length) { insert(ByteVector(), start, length); }

void DescriptorStream::seek(Offset offset, Position position) {
    Offset origin = position == Beginning ? 0 : position == Current ? place : size;
    if (__builtin_add_overflow(origin, offset, &place) || place < 0) place = 0;
}

void DescriptorStream::truncate(Offset length) {
    if (length < 0 || failed) return;
    if (ftruncate(file, length) != 0) {
        failed = errno;
        return;
    }
    size = length;
}

/// Moves all from `from` on to `to`, in the order in which nothing is overwritten that is still needed.
void DescriptorStream::move(Offset from, Offset to) {
    Offset rest = size - from;
    if (from == to) return;
    std::vector<char> block(static_cast<size_t>(std::min(step, rest)));
    for (Offset done = 0; done < rest && !failed;) {
        Offset count = std::min<Offset>(step, rest - done);
        Offset offset = to < from ? done : rest - done - count;
        if (Offset(get(from + offset, block.data(), count)) != count) {
            if (!failed) failed = EIO;
            return;
        }
        put(to + offset, block.data(), count);
        done += count;
    }
    if (to < from) truncate(to + rest);
}

void DescriptorStream::put(Offset offset, const char *data, size_t length) {
    size_t done = 0;
    while (done < length && !failed) {
        ssize_t count = pwrite(file, data + done, length - done, offset + Offset(done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            failed = count < 0 ? errno : EIO;
            return;
        }
        done += size_t(count);
    }
    size = std::max<Offset>(size, offset + Offset(done));
}

size_t DescriptorStream::get(Offset offset, char *data, size_t length) {
    size_t done = 0;
    while (done < length) {
        ssize_t count = pread(file, data + done, length - done, offset + Offset(done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) failed = errno;
        if (count <= 0) break;
        done += size_t(count);
    }
    return done;
}

}
