/// Answers whose bodies are made while they are sent (chunked coding, RFC 9112, 7.1).
extension HTTPConversation {
    /// Goes on with the body, once its head is on its way.
    func begin(_ stream: BodyStream, isChunked: Bool) {
        guard connection.isOpen else { return stream.end() }
        bench.metrics.streams += 1
        state = .streaming(stream, isChunked: isChunked)
        let shard = bench.shard
        let id = connection.id
        let number = exchangeNumber
        stream.attach {
            shard.post { bench in
                guard let http = bench.connections[id]?.http, http.exchangeNumber == number else { return }
                http.sendStream()
            }
        }
        if bench.isStopping { stream.finish() }
        // A half-close and a client that left look the same, so an endless body is not started.
        if hasPeerFinished && !stream.isFinished { return connection.close() }
        // Its head may wait already, for a peer that takes nothing.
        if connection.isDrained { sendStream() } else { answerMoved() }
    }

    /// Sends what waits as one chunk, unless the kernel has still to take what came before: then `answerSent` leads here.
    func sendStream() {
        guard case .streaming(let stream, let isChunked) = state else { return }
        if stream.isCut {
            bench.metrics.streamCuts += 1
            return connection.close()
        }
        guard connection.isDrained else { return }
        let batch = stream.take()
        let bytes = Self.framed(batch, isChunked: isChunked)
        if !bytes.isEmpty {
            connection.send(UnsafeRawBufferPointer(start: nil, count: 0), bytes, bytes.indices)
            guard connection.isOpen else { return }
        }
        if batch.isLast {
            state = .sending
            end(stream)
            return sent()
        }
        if connection.isDrained {
            stream.delivered()
            // A quiet stream is no slow peer.
            connection.setDeadline(in: nil)
        } else {
            answerMoved()
        }
    }

    /// Lets go of the stream and tells whoever feeds it.
    func end(_ stream: BodyStream) {
        bench.metrics.streams -= 1
        stream.end()
    }

    /// One chunk for all pieces, and the last chunk behind the last of them.
    private static func framed(_ batch: BodyStream.Batch, isChunked: Bool) -> [UInt8] {
        let count = batch.count
        var bytes: [UInt8] = []
        // A size of 16 digits, and five line ends with the last chunk.
        bytes.reserveCapacity(count + 32)
        if isChunked && count > 0 { bytes += Array((String(count, radix: 16) + "\r\n").utf8) }
        for piece in batch.pieces { bytes += piece }
        guard isChunked else { return bytes }
        if count > 0 { bytes += [0x0D, 0x0A] }
        if batch.isLast { bytes += Array("0\r\n\r\n".utf8) }
        return bytes
    }
}
