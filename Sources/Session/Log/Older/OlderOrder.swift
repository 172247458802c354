/// An order of a queue's entries as versions before the log kept it. Consecutive ids are one run, so that an album takes a few bytes and a shuffled queue
/// about three for each entry.
///
/// Each run is a variable-length number (LEB128): the zigzag difference of its first id from the end of the last run, with the
/// lowest bit set if it has several entries. In that case, their number minus two follows.
package enum OlderOrder {
    /// Greatest id: ids start at one, and a room never adds so many entries.
    private static let greatest = 1 << 48

    /// Nil if the bytes are not an order of at most this many entries.
    package static func numbers(_ bytes: [UInt8], atMost limit: Int) -> [Int]? {
        var numbers: [Int] = []
        var (offset, expected) = (0, 0)
        while offset < bytes.count {
            guard let head = next(bytes, &offset) else { return nil }
            let zigzag = head >> 1
            let step = Int(Int64(bitPattern: zigzag >> 1)) ^ (zigzag & 1 == 1 ? -1 : 0)
            var count = 1
            if head & 1 == 1 {
                guard let more = next(bytes, &offset), more < UInt64(limit) else { return nil }
                count = Int(more) + 2
            }
            guard abs(step) <= greatest, numbers.count + count <= limit else { return nil }
            let first = expected + step
            guard first >= 0, first + count <= greatest else { return nil }
            numbers += first..<first + count
            expected = first + count
        }
        return numbers
    }

    private static func next(_ bytes: [UInt8], _ offset: inout Int) -> UInt64? {
        var (value, shift) = (0 as UInt64, 0)
        while offset < bytes.count, shift < 63 {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
