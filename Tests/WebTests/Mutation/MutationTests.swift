import Testing

@Suite("The laws that fuzzing checks")
struct MutationTests {
    @Test("hold for every seed unchanged", arguments: FuzzTarget.allCases)
    func seeds(target: FuzzTarget) {
        for seed in target.seeds {
            let broken = target.brokenLaw(by: seed)
            #expect(broken == nil, "\(seed)")
        }
    }

    @Test("hold for randomly mutated seeds", arguments: FuzzTarget.allCases)
    func mutations(target: FuzzTarget) {
        let seeds = target.seeds
        for number in 0..<2000 as Range<UInt64> {
            var mutator = Mutator(seed: number, seeds: seeds)
            let input = mutator.next()
            guard let broken = target.brokenLaw(by: input) else { continue }
            Issue.record("\(broken): \(target), seed \(number), \(input)")
            return
        }
    }
}
