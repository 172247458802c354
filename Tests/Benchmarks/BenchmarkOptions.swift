/// What the benchmarks take: a few numbers as `--name value`, and files or folders.
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
               downbeat-bench analyze FILE... [--rounds 5]
               downbeat-bench beats [FOLDER]
               downbeat-bench library [FOLDER] [--tracks 20000] [--rows 200000] [--port 8098] [--seed N]
               downbeat-bench clock [--clients 100] [--seconds 600] [--seed N]
               downbeat-bench clock-traces [--seed N]
               downbeat-bench kernels [--seed N] [--seconds S]

        """
    private static let names: Set<String> = [
        "port", "loops", "rate", "bytes", "seed", "seconds", "clients", "rounds", "tracks", "rows",
    ]

    private var values: [String: Int] = [:]
    private(set) var files: [String] = []

    init(_ arguments: [String]) throws(Problem) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                files.append(word)
                continue
            }
            let name = String(word.dropFirst(2))
            guard Self.names.contains(name) else { throw Problem(text: "unknown option \(word)") }
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
