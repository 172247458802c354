import Fetch
import Workers

/// The server that sends a file, and those that could go on with it.
struct TransferSource: Sendable {
    /// The rest of a file, and who sends it.
    struct Rest: Sendable {
        let answer: FetchAnswer
        let source: TransferSource
        /// Bytes of it that were read already.
        var early: [UInt8] = []
    }

    let servers: [RemoteFile.Server]
    /// Of the server that sends it, in `servers`.
    let place: Int
    /// Of its answer.
    let head: AnswerHead
    let size: Int?

    /// What of the file begins at a byte, from the same server; nil if that sends files only whole.
    func rest(from start: Int) async throws -> FetchAnswer? {
        guard let size, head.status == 206 || head.field("accept-ranges") == "bytes" else { return nil }
        let answer = try await servers[place].open(start)
        // Otherwise it is another file by now.
        let isSame = answer.head.field("etag") == head.field("etag")
        guard isSame, answer.head.field("content-range") == "bytes \(start)-\(size - 1)/\(size)" else { return nil }
        return answer
    }

    /// What follows some bytes that begin at `start`, from another server, which must send those alike first.
    func rest(after known: [UInt8], at start: Int, of size: Int, from place: Int) async throws -> Rest {
        let answer = try await servers[place].open(start == 0 ? nil : start)
        let isPart =
            start == 0
            ? answer.head.field("content-length").map { $0 == "\(size)" } ?? true
            : answer.head.field("content-range") == "bytes \(start)-\(size - 1)/\(size)"
        guard isPart else { throw WorkerFailure.unreadable("has another length on another server") }
        var bytes: [UInt8] = []
        while bytes.count < known.count, let piece = try await answer.next() { bytes += piece }
        guard bytes.starts(with: known) else { throw WorkerFailure.unreadable("is another file on another server") }
        return Rest(
            answer: answer, source: TransferSource(servers: servers, place: place, head: answer.head, size: size),
            early: Array(bytes.dropFirst(known.count)))
    }
}
