internal import CFFmpeg
package import Music

/// What an edit of a file's tags must leave as it is: its sound to the last byte, and all tags but the edited ones.
package struct TagLook: Sendable {
    package let identity: ContentIdentity
    package let container: String
    package let codec: String
    /// Sums of all encoded sound: of its bytes, and of the packets with their times, which also show whether the container's tables lead
    /// to it.
    package let sound: [ContentIdentity]
    package let items: [TagItem]

    /// Borrows the descriptor of a regular file and reads all of it; its offset is neither used nor preserved.
    package init(descriptor: Int32, nameHint: String) throws(DecodeError) {
        let demuxer = try Demuxer(descriptor: descriptor, nameHint: nameHint, isQuick: true)
        container = demuxer.container
        codec = String(cString: avcodec_get_name(demuxer.stream.pointee.codecpar.pointee.codec_id))
        let region = SoundRegion(of: demuxer.source, container: container)
        identity = region.identity(codec: codec, in: demuxer.source)
        items = TagItem.all(in: demuxer.source, container: container) + TagItem.chapters(of: demuxer.context)
        demuxer.readToEnd()
        // Pages of Ogg are numbered anew. In MP3 and Monkey's Audio, libavformat takes tags behind the sound for a part of its last packet.
        let asBytes = container == "ogg" ? nil : region.sum(in: demuxer.source)
        let asPackets = ["mp3", "ape"].contains(container) ? nil : try Self.sum(of: demuxer)
        sound = [asBytes, asPackets].compactMap { $0 }
        guard demuxer.failure == 0 else { throw .unreadable(errno: demuxer.failure) }
    }

    private static func sum(of demuxer: borrowing Demuxer) throws(DecodeError) -> ContentIdentity {
        let packet = try Packet()
        var sum = ContentHash(of: [])
        reading: while true {
            switch demuxer.read(into: packet.pointer) {
            case .end: break reading
            case .failure:
                // The same break is in both files, and what comes before it was compared.
                guard demuxer.failure == 0 else { throw .unreadable(errno: demuxer.failure) }
                break reading
            case .packet: break
            }
            let (data, count) = (packet.pointer.pointee.data, Int(packet.pointer.pointee.size))
            var bytes = Array(UnsafeBufferPointer(start: data, count: max(0, count)))
            for number in [
                sum.high, sum.low, UInt64(bitPattern: packet.pointer.pointee.pts),
                UInt64(bitPattern: packet.pointer.pointee.duration),
            ] {
                withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
            }
            sum = ContentHash(of: bytes)
            av_packet_unref(packet.pointer)
        }
        return ContentIdentity(high: sum.high, low: sum.low)
    }
}
