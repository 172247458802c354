extension TestClient {
    /// The payload of the next chunk, nil for the last one; its framing must be right to the byte.
    func readChunk() throws -> [UInt8]? {
        var line: [UInt8] = []
        while !line.suffix(2).elementsEqual([13, 10]) { line += try read(1) }
        guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else { throw Problem.noAnswer(line) }
        let payload = try read(size)
        guard try read(2) == [13, 10] else { throw Problem.noAnswer(line + payload) }
        return size == 0 ? nil : payload
    }

    /// The payloads of all chunks up to the last.
    func readChunks() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try readChunk() { bytes += chunk }
        return bytes
    }
}
