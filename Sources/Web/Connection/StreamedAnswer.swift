/// Answers whose bodies are made while they are sent (chunked coding, RFC 9112, 7.1).
extension HTTPConversation {
    /// Starts sending the body, after the head was sent or queued.
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
        if bench.isStopping && !stream.hasEnd { stream.finish() }
        // A half-close and a client that left look the same, so an endless body is not started.
        if hasPeerFinished && !stream.isFinished && !stream.hasEnd { return connection.close() }
        // The head may still be queued for a peer that reads nothing.
        if connection.isDrained { sendStream() } else { answerMoved() }
    }

    /// Sends all queued pieces as one chunk. If the kernel has not taken the last one yet, `answerSent` calls this again.
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
            // No timeout while the stream has nothing to send.
            connection.setDeadline(in: nil)
        } else {
            answerMoved()
        }
    }

    /// Ends the stream, which tells its source.
    func end(_ stream: BodyStream) {
        bench.metrics.streams -= 1
        stream.end()
    }

    /// One chunk with all pieces, followed by the last chunk if they are the last.
    private static func framed(_ batch: BodyStream.Batch, isChunked: Bool) -> [UInt8] {
        let count = batch.count
        var bytes: [UInt8] = []
        // Room for a size of 16 digits, and five line ends with the last chunk.
        bytes.reserveCapacity(count + 32)
        if isChunked && count > 0 { bytes += Array((String(count, radix: 16) + "\r\n").utf8) }
        for piece in batch.pieces { bytes += piece }
        guard isChunked else { return bytes }
        if count > 0 { bytes += [0x0D, 0x0A] }
        if batch.isLast { bytes += Array("0\r\n\r\n".utf8) }
        return bytes
    }
}
