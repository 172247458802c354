/// The few numbers that the benchmarks take, as `--name value`.
struct BenchmarkOptions {
    struct Problem: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    static let usage = """
        usage: downbeat-bench echo --port N [--loops N]
               downbeat-bench fanout --port N [--rate 60] [--bytes 200] [--loops 1] [--seed N]
               downbeat-bench load --port N [--clients 1000] [--seconds 10] [--rate 60]
               downbeat-bench parse [--seed N] [--seconds S]

        """
    private static let names: Set<String> = ["port", "loops", "rate", "bytes", "seed", "seconds", "clients"]

    private var values: [String: Int] = [:]

    init(_ arguments: [String]) throws(Problem) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let name = String(word.dropFirst(2))
            guard word.hasPrefix("--"), Self.names.contains(name) else { throw Problem(text: "unknown option \(word)") }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value >= 0 else {
                throw Problem(text: "\(word) takes a number")
            }
            values[name] = value
        }
    }

    func number(_ name: String, default standard: Int) -> Int {
        values[name] ?? standard
    }
}
