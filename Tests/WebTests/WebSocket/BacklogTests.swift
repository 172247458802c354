import Testing

@testable import Web

@Suite("The backlog of a slow client") struct BacklogTests {
    private func message(_ number: Int) -> EncodedMessage { EncodedMessage(text: "\(number)") }

    /// Takes all queued messages, and returns their numbers.
    private func drain(_ backlog: inout Backlog, withFrames: Bool = true) -> [Int] {
        var numbers: [Int] = []
        while let next = backlog.next(withFrames: withFrames) {
            numbers.append(Int(String(decoding: next.plain.dropFirst(2), as: UTF8.self))!)
            backlog.removeNext()
        }
        return numbers
    }

    @Test("messages that must arrive all do, in order, and their bytes are counted while they wait")
    func always() {
        var backlog = Backlog()
        for number in 0..<5 { #expect(backlog.offer(message(number), .always) == .kept) }
        #expect(backlog.controlBytes == 5 * (3 + Backlog.messageCost) && backlog.hasUrgent)
        #expect(drain(&backlog) == [0, 1, 2, 3, 4])
        #expect(backlog.isEmpty && backlog.controlBytes == 0 && !backlog.hasUrgent)
    }

    @Test("of states with one key only the newest is left, in the place of the first")
    func latest() {
        var backlog = Backlog()
        #expect(backlog.offer(message(1), .latest(key: 7)) == .kept)
        #expect(backlog.offer(message(2), .latest(key: 8)) == .kept)
        #expect(backlog.offer(message(3), .latest(key: 7)) == .replaced)
        #expect(backlog.controlBytes == 0 && backlog.hasUrgent)
        #expect(drain(&backlog) == [3, 2])
    }

    @Test("of frames the newest few are left, and at least one", arguments: [0, 1, 2, 5])
    func fresh(keep: Int) {
        var backlog = Backlog()
        let room = max(keep, 1)
        for number in 0..<10 {
            #expect(backlog.offer(message(number), .fresh(keep: keep)) == (number < room ? .kept : .replaced))
        }
        #expect(!backlog.hasUrgent && !backlog.isEmpty)
        #expect(drain(&backlog) == Array((10 - room)..<10))
    }

    @Test("messages that must arrive come before states, and states before frames")
    func order() {
        var backlog = Backlog()
        _ = backlog.offer(message(1), .fresh(keep: 2))
        _ = backlog.offer(message(2), .latest(key: 0))
        _ = backlog.offer(message(3), .always)
        #expect(drain(&backlog) == [3, 2, 1])
    }

    @Test("frames can be held back while the rest is sent")
    func withoutFrames() {
        var backlog = Backlog()
        _ = backlog.offer(message(1), .fresh(keep: 2))
        _ = backlog.offer(message(2), .always)
        #expect(drain(&backlog, withFrames: false) == [2])
        #expect(!backlog.isEmpty && !backlog.hasUrgent)
        #expect(drain(&backlog) == [1])
    }

    @Test("in any sequence, no message that must arrive is lost, and the newest states and frames are left")
    func law() {
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            var backlog = Backlog()
            var control: [Int] = []
            var states: [Int: Int] = [:]
            var frames: [Int] = []
            for number in 0..<60 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    control.append(number)
                    _ = backlog.offer(message(number), .always)
                case 1:
                    let key = Int.random(in: 0..<3, using: &random)
                    states[key] = number
                    _ = backlog.offer(message(number), .latest(key: key))
                default:
                    frames.append(number)
                    _ = backlog.offer(message(number), .fresh(keep: 3))
                }
            }
            let got = drain(&backlog)
            #expect(Array(got.prefix(control.count)) == control, "seed \(seed)")
            #expect(Set(got.dropFirst(control.count).prefix(states.count)) == Set(states.values), "seed \(seed)")
            #expect(Array(got.dropFirst(control.count + states.count)) == frames.suffix(3), "seed \(seed)")
        }
    }
}
