import Testing
import Web

@Suite("However the bytes are split")
struct RequestSplitTests {
    @Test("any split of a stream of requests parses the same", arguments: 0..<200)
    func anySplit(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var text = ""
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            text += RequestCorpus.valid.randomElement(using: &random)!
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text += RequestCorpus.invalid.randomElement(using: &random)!.bytes
        case 1: text += RequestCorpus.chunkedHead + RequestCorpus.invalidChunks.randomElement(using: &random)!.bytes
        default: break
        }
        var bytes = RequestCorpus.bytes(text)
        if Bool.random(using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let whole = RequestTranscript(bytes, cuts: [])
        let cuts = (0..<Int.random(in: 1...8, using: &random)).map { _ in
            Int.random(in: 0...bytes.count, using: &random)
        }
        #expect(RequestTranscript(bytes, cuts: cuts.sorted()) == whole, "seed \(seed)")
        #expect(RequestTranscript(bytes, cuts: Array(0..<bytes.count)) == whole, "seed \(seed), byte by byte")
    }

    @Test("pipelined requests parse like single ones")
    func pipelining() {
        let alone = RequestCorpus.valid.flatMap { RequestTranscript($0).entries }
        #expect(RequestTranscript(RequestCorpus.valid.joined()).entries == alone)
        #expect(alone.filter { $0 == .end }.count == RequestCorpus.valid.count)
    }
}
