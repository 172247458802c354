import System

/// What a connection has still to send, in order: only what the kernel would not take at once ever lands here.
struct Outbox {
    enum Piece {
        /// A part of an array that others may share.
        case bytes([UInt8], Range<Int>)
        case file(OpenFile, Range<Int>)
    }

    enum Progress {
        case drained
        /// The kernel takes no more until the socket is ready for this, or the connection has had its share of the turn.
        case blocked(until: EventLoop.Interest)
        /// These bytes are not in memory: a thread that may block has to read them for `fetched`.
        case cold(OpenFile, Range<Int>)
        /// They are being read.
        case awaitsDisk
        /// The peer is gone, or a file grew shorter than promised: the connection is of no more use.
        case failed
    }

    /// One connection sends at most this much before the others get their turn: some tens of microseconds of copying, so that a
    /// hundred clients of long messages hold up a short one by milliseconds.
    static let turnShare = 128 << 10
    /// As much is read where it is not in memory. A connection holds one such part, so this bounds what slow peers cost.
    static let coldPart = 128 << 10

    private var pieces: [Piece] = []
    private(set) var awaitsDisk = false

    var isEmpty: Bool { pieces.isEmpty }

    mutating func append(_ piece: Piece) {
        pieces.append(piece)
    }

    mutating func removeAll() {
        pieces = []
    }

    /// Takes what the disk has brought of the file in front.
    mutating func fetched(_ bytes: [UInt8]) {
        awaitsDisk = false
        guard case .file(let file, let range) = pieces.first else { return }
        let rest = range.dropFirst(bytes.count)
        pieces.replaceSubrange(0..<1, with: [.bytes(bytes, bytes.indices)] + (rest.isEmpty ? [] : [.file(file, rest)]))
    }

    /// Writes as much as the transport takes now.
    mutating func flush(to transport: any Transport) -> Progress {
        if awaitsDisk { return .awaitsDisk }
        var done = 0
        defer { if done == pieces.count { pieces = [] } else { pieces.removeFirst(done) } }
        var share = Self.turnShare
        if transport.holdsOutput, let stop = Self.stop(transport.push()) { return stop }
        while done < pieces.count {
            let transfer: Transfer
            switch pieces[done] {
            case .bytes(let bytes, let range):
                let hasMore = done < pieces.count - 1
                transfer = bytes.withUnsafeBytes {
                    transport.write(UnsafeRawBufferPointer(rebasing: $0[range.prefix(share)]), hasMore: hasMore)
                }
            case .file(let file, let range):
                let part = range.prefix(share)
                if file.isCold(part) {
                    awaitsDisk = true
                    return .cold(file, range.prefix(Self.coldPart))
                }
                transfer = transport.write(file, part)
            }
            if let stop = Self.stop(transfer) { return stop }
            guard case .moved(let sent) = transfer, sent > 0 else { return .failed }
            share -= sent
            if let rest = pieces[done].dropFirst(sent) { pieces[done] = rest } else { done += 1 }
            if transport.holdsOutput || share <= 0 && done < pieces.count { return .blocked(until: .writable) }
        }
        return .drained
    }

    /// Why a transfer is the last for now; nil where it is not.
    private static func stop(_ transfer: Transfer) -> Progress? {
        switch transfer {
        case .moved: nil
        case .waits(let readiness): .blocked(until: readiness)
        case .ended, .failed: .failed
        }
    }
}

extension Outbox.Piece {
    /// What is left after so many bytes; nil for nothing.
    fileprivate func dropFirst(_ count: Int) -> Outbox.Piece? {
        switch self {
        case .bytes(let bytes, let range): count < range.count ? .bytes(bytes, range.dropFirst(count)) : nil
        case .file(let file, let range): count < range.count ? .file(file, range.dropFirst(count)) : nil
        }
    }
}
