import System

/// A connection's send queue: holds only what the kernel did not take at once.
struct Outbox {
    enum Piece {
        /// A part of an array that may be shared.
        case bytes([UInt8], Range<Int>)
        case file(OpenFile, Range<Int>)
    }

    enum Progress {
        case drained
        /// The kernel takes no more until the socket is ready for this, or the connection has used up its share of the turn.
        case blocked(until: EventLoop.Interest)
        /// These bytes are not in memory: a thread that may block has to read them for `fetched`.
        case cold(OpenFile, Range<Int>)
        /// A disk thread is reading them.
        case awaitsDisk
        /// The peer is gone, or a file became shorter than its announced length: the connection must be closed.
        case failed
    }

    /// The most that one connection sends before the others' turn: tens of microseconds of copying, so that a hundred clients
    /// with long messages delay a short one by milliseconds.
    static let turnShare = 128 << 10
    /// Size of one read from disk. A connection holds one such part, so this bounds the memory for slow peers.
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

    /// Replaces the start of the first file with the bytes read from it.
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

    /// The reason to stop after this transfer; nil to go on.
    private static func stop(_ transfer: Transfer) -> Progress? {
        switch transfer {
        case .moved: nil
        case .waits(let readiness): .blocked(until: readiness)
        case .ended, .failed: .failed
        }
    }
}

extension Outbox.Piece {
    /// The rest after `count` bytes; nil if nothing is left.
    fileprivate func dropFirst(_ count: Int) -> Outbox.Piece? {
        switch self {
        case .bytes(let bytes, let range): count < range.count ? .bytes(bytes, range.dropFirst(count)) : nil
        case .file(let file, let range): count < range.count ? .file(file, range.dropFirst(count)) : nil
        }
    }
}
