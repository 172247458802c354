#if !FUZZ_STANDALONE
    import Web
#endif

/// Inflates the bytes as a stranger's message, and sends them through both directions: the limit must hold, a round trip must change nothing.
func fuzzInflate(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count > 1 else { return }
    let limit = 1 << (bytes[0] >> 4)
    let payload = Array(bytes[1...])
    let inflater = Inflater()
    let deflater = Deflater(windowBits: 9 + Int(bytes[0] & 15) % 7, level: 1 + Int(bytes[0] & 15) % 9)
    do throws(WebSocketError) {
        let message = try inflater.inflate(payload.span, limit: limit)
        precondition(message.count <= limit, "more than the limit came out")
        checkRoundTrip(message, deflater, inflater)
    } catch {
        precondition(error == .invalidCompression || error == .messageTooBig(limit: limit))
    }
    checkRoundTrip(payload, deflater, inflater)
}

private func checkRoundTrip(_ message: [UInt8], _ deflater: Deflater, _ inflater: Inflater) {
    let deflated = deflater.deflate(message.span)
    precondition(outcome(deflated, message.count, inflater) == .success(message), "a round trip changed the message")
    guard !message.isEmpty else { return }
    let limit = message.count - 1
    precondition(outcome(deflated, limit, inflater) == .failure(.messageTooBig(limit: limit)), "the limit gave way")
}

private func outcome(_ deflated: [UInt8], _ limit: Int, _ inflater: Inflater) -> Result<[UInt8], WebSocketError> {
    do throws(WebSocketError) {
        return .success(try inflater.inflate(deflated.span, limit: limit))
    } catch {
        return .failure(error)
    }
}
