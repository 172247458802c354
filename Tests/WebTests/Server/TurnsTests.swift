import Testing

@testable import Web

@Suite("Turns of a few at a time") struct TurnsTests {
    /// Numbered jobs of some owners, as a model without a queue sees them.
    private struct Model {
        var turns: Turns<Int, Int>
        let perOwner: Int
        var begun: [(owner: Int, job: Int)] = []
        var waiting: [(owner: Int, job: Int)] = []
        /// How often an owner has begun a job while another one's waited that might have begun.
        var passed: [[Int]: Int] = [:]

        func held(by owner: Int) -> Int { begun.count { $0.owner == owner } }

        mutating func begin(_ job: Int, of owner: Int) -> Bool {
            let begins = turns.begin(job, of: owner)
            if begins { begun.append((owner, job)) } else { waiting.append((owner, job)) }
            return begins
        }

        /// Ends a job; false if what begins instead breaks a law.
        mutating func end(at place: Int) -> Bool {
            let ended = begun.remove(at: place)
            guard let job = turns.end(of: ended.owner) else { return !waiting.contains { held(by: $0.owner) < perOwner } }
            guard let index = waiting.firstIndex(where: { $0.job == job }) else { return false }
            let (owner, _) = waiting[index]
            // The first of its owner, who has room.
            guard waiting.first(where: { $0.owner == owner })?.job == job, held(by: owner) < perOwner else { return false }
            waiting.remove(at: index)
            let others = Set(waiting.map(\.owner)).filter { $0 != owner && held(by: $0) < perOwner }
            passed = passed.filter { others.contains($0.key[0]) && $0.key[0] != owner }
            for other in others { passed[[other, owner], default: 0] += 1 }
            begun.append((owner, job))
            return passed.values.allSatisfy { $0 <= 1 }
        }
    }

    @Test("no owner goes twice before another that waits and has room, and nobody waits without a cause")
    func laws() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (inAll, perOwner) = (Int.random(in: 1...6, using: &random), Int.random(in: 1...4, using: &random))
            var model = Model(turns: Turns(inAll: inAll, perOwner: perOwner), perOwner: perOwner)
            for job in 0..<120 {
                if model.begun.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
                    // The first asks for most.
                    let owner = max(0, Int.random(in: -6..<4, using: &random))
                    let hasRoom = model.begun.count < inAll && model.held(by: owner) < perOwner
                    let begins = model.begin(job, of: owner)
                    #expect(begins == hasRoom, "seed \(seed)")
                } else {
                    let isLawful = model.end(at: Int.random(in: 0..<model.begun.count, using: &random))
                    #expect(isLawful, "seed \(seed)")
                }
            }
            while !model.begun.isEmpty {
                let isLawful = model.end(at: 0)
                #expect(isLawful, "seed \(seed)")
            }
            #expect(model.waiting.isEmpty, "seed \(seed)")
        }
    }

    @Test("one that comes after a hundred of another owner begins at once, or next")
    func newcomer() {
        var shared = Turns<String, Int>(inAll: 8, perOwner: 4)
        let begun = (0..<100).filter { shared.begin($0, of: "many") }
        #expect(begun == [0, 1, 2, 3])
        let isNext = shared.begin(100, of: "one")
        #expect(isNext)
        var full = Turns<String, Int>(inAll: 4, perOwner: 4)
        for job in 0..<100 { _ = full.begin(job, of: "many") }
        let waits = !full.begin(100, of: "one")
        let order = (0..<3).map { _ in full.end(of: "many") }
        #expect(waits && order == [4, 100, 5])
    }
}
