import CLinux
import Glibc
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
        /// The kernel's buffer is full, or this connection has had its share of the turn.
        case blocked
        /// The disk has to bring these bytes first; `fetched` tells when it has.
        case cold(OpenFile, Range<Int>)
        /// The peer is gone, or a file grew shorter than promised: the connection is of no more use.
        case failed
    }

    /// One connection sends at most this much before the others get their turn: some tens of microseconds of copying, so that a
    /// hundred clients of long messages hold up a short one by milliseconds.
    static let turnShare = 128 << 10

    /// As much of a file is looked for in memory, and fetched where it is not there, before it is sent.
    private static let window = 512 << 10

    private var pieces: [Piece] = []
    /// Up to here the file in front has been fetched.
    private var warmUpTo = 0

    var isEmpty: Bool { pieces.isEmpty }

    mutating func append(_ piece: Piece) {
        pieces.append(piece)
    }

    mutating func removeAll() {
        pieces = []
    }

    /// The disk has brought what was cold, as far as `end`.
    mutating func fetched(upTo end: Int) {
        warmUpTo = end
    }

    /// Sends as much as the kernel takes now.
    mutating func flush(to socket: Int32) -> Progress {
        var done = 0
        var share = Self.turnShare
        var progress = Progress.drained
        pieces: while done < pieces.count {
            while true {
                let isLast = done == pieces.count - 1
                var most = share
                if case .file(let file, let range) = pieces[done], !file.isFresh {
                    let part = range.prefix(min(Self.window, share))
                    if part.upperBound > warmUpTo, file.isCold(part) {
                        progress = .cold(file, part)
                        break pieces
                    }
                    most = part.count
                }
                let sent = Self.send(pieces[done], to: socket, atMost: most, isLast: isLast)
                guard sent > 0 else {
                    if sent < 0 && errno == EINTR { continue }
                    progress = sent < 0 && errno == EAGAIN ? .blocked : .failed
                    break pieces
                }
                share -= sent
                guard let rest = Self.rest(of: pieces[done], after: sent) else { break }
                pieces[done] = rest
                if share <= 0 {
                    progress = .blocked
                    break pieces
                }
            }
            done += 1
            warmUpTo = 0
        }
        if done == pieces.count { pieces = [] } else { pieces.removeFirst(done) }
        return progress
    }

    private static func send(_ piece: Piece, to socket: Int32, atMost share: Int, isLast: Bool) -> Int {
        switch piece {
        case .bytes(let bytes, let range):
            let flags = Int32(MSG_NOSIGNAL) | (isLast ? 0 : Int32(MSG_MORE))
            return bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress! + range.lowerBound, min(range.count, share), flags) }
        case .file(let file, let range):
            var offset = off_t(range.lowerBound)
            return sendfile(socket, file.raw, &offset, min(range.count, share))
        }
    }

    private static func rest(of piece: Piece, after sent: Int) -> Piece? {
        switch piece {
        case .bytes(let bytes, let range):
            sent < range.count ? .bytes(bytes, range.dropFirst(sent)) : nil
        case .file(let file, let range):
            sent < range.count ? .file(file, range.dropFirst(sent)) : nil
        }
    }
}
