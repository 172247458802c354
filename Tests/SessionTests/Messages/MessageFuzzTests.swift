import Session
import Testing

@Suite("A client's message, mutated")
struct MessageFuzzTests {
    private static let cases = 2000

    private static let messages = [
        #"{"type":"time","t1":123456}"#,
        #"{"type":"hello","protocol":1,"name":"TV","kind":"screen","room":"main","client":"a","token":"b","streams":{"frames":{"mode":"ahead","fps":60,"bands":64,"lead":3,"format":"binary"},"beats":{"mode":"live"},"audio":{"lead":2},"grid":true}}"#,
        #"{"type":"subscribe","streams":{"beats":true,"frames":null,"queue":false}}"#,
        #"{"type":"unsubscribe","streams":["frames","screens"]}"#,
        #"{"type":"visible","visible":false}"#,
        #"{"type":"report","errorMs":0.4,"fps":59.9,"latencyMs":12,"width":1920,"height":1080,"quality":3,"onWall":true}"#,
        #"{"type":"command","id":7,"do":"screen.place","screen":17,"place":{"x":-1.5,"y":0,"width":160,"height":90}}"#,
        #"{"type":"command","id":7,"do":"seek","position":12.5}"#,
        #"{"type":"command","id":7,"do":"play","tracks":[1,2,3],"start":1,"position":0.5}"#,
        #"{"type":"command","id":7,"do":"queue.move","entry":3,"to":9}"#,
        #"{"type":"command","id":7,"do":"look","style":"rings","hue":0.25,"calm":true,"old":null}"#,
        #"{"type":"command","id":7,"do":"screen.rename","screen":17,"name":"Küche 🎛"}"#,
    ]

    /// JSON values that are invalid in all or most fields.
    private static let strangers = [
        "null", "true", "false", "-1", "1e308", "-0.0", "1e-400", "1e999", "9223372036854775807", "9223372036854775808", "[]", "{}",
        "\"\"", "\"\\ud800\"", "\"\\u0000\"", "\"frames\"", "[[[[]]]]", "{\"type\":\"time\"}", "[1,\"a\",null]",
    ]

    @Test("with changed bytes, it is parsed or refused, the same each time")
    func bytes() {
        for seed in 0..<UInt64(Self.cases) {
            var numbers = SeededGenerator(seed: seed)
            var bytes = Array(Self.messages.randomElement(using: &numbers)!.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<5, using: &numbers) {
                case 0: bytes[place] = .random(in: 0...255, using: &numbers)
                case 1: bytes.insert(Array("{}[]\",:-0e\\".utf8).randomElement(using: &numbers)!, at: place)
                case 2: if bytes.count > 1 { bytes.remove(at: place) }
                case 3: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
                default: bytes += bytes[place...]
                }
            }
            check(bytes, seed)
        }
    }

    @Test("with moved values, it is parsed or refused, the same each time")
    func structure() {
        for seed in 0..<UInt64(Self.cases) {
            var numbers = SeededGenerator(seed: 1_000_000 + seed)
            var text = Self.messages.randomElement(using: &numbers)!
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                // The text between a colon or comma and the next one: a value, a name or both.
                let pieces = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                var changed = pieces
                let place = Int.random(in: 0..<pieces.count, using: &numbers)
                let parts = pieces[place].split(separator: ":", maxSplits: 1).map(String.init)
                let stranger = Self.strangers.randomElement(using: &numbers)!
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: changed[place] = (parts.first ?? "") + ":" + stranger + pieces[place].suffix(while: "}]".contains)
                case 1: changed.swapAt(place, Int.random(in: 0..<pieces.count, using: &numbers))
                case 2: changed.remove(at: place)
                default: changed.insert(Self.messages.randomElement(using: &numbers)!.dropFirst().dropLast().description, at: place)
                }
                text = changed.joined(separator: ",")
            }
            check(Array(text.utf8), 1_000_000 + seed)
        }
    }

    private func check(_ bytes: [UInt8], _ seed: UInt64) {
        let read = Result { () throws(MessageProblem) in try ClientMessage.read(bytes) }
        let again = Result { () throws(MessageProblem) in try ClientMessage.read(bytes) }
        #expect(read == again, "seed \(seed)")
        if let problem = read.problem {
            let codes: [MessageProblem.Code] = [
                .badJSON, .badMessage, .badValue, .unknownType, .unknownCommand, .otherProtocol,
            ]
            #expect(codes.contains(problem.code) && problem.message.hasSuffix("."), "seed \(seed)")
        }
        _ = try? Wish.read(bytes)  // Any result is valid; it must only return.
    }
}

extension BidirectionalCollection {
    /// The longest suffix of elements that fulfil the condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
