import Decode
import Glibc
import Music
import Signal

/// Everything that a decoder returns for a file.
struct Decoded {
    let format: StreamFormat
    let tags: Tags
    let art: CoverArt?
    let damage: Damage?
    let rows: [[Float]]

    var count: Int { rows[0].count }

    init(_ path: String, nameHint: String? = nil, arriving: ArrivingBytes? = nil) throws(DecodeError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        try self.init(try AudioDecoder(descriptor: descriptor, nameHint: nameHint ?? path, arriving: arriving))
    }

    init(_ decoder: consuming AudioDecoder) throws(DecodeError) {
        var block = SampleBlock(channels: decoder.format.channels)
        var rows = [[Float]](repeating: [], count: decoder.format.channels)
        while try decoder.next(into: &block) {
            for channel in rows.indices { rows[channel] += block.rows[channel] }
        }
        format = decoder.format
        tags = decoder.tags
        art = decoder.coverArt()
        damage = decoder.damage
        self.rows = rows
    }

    /// The error for this file; nil if there is none.
    static func refusal(of path: String) -> DecodeError? {
        do throws(DecodeError) {
            _ = try Decoded(path)
            return nil
        } catch {
            return error
        }
    }
}
