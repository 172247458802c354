/// The command line of a benchmark: numbers and words as `--name value`, where a number may be a list, and files or folders.
struct BenchmarkOptions {
    struct Problem: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    static let usage = """
        usage: downbeat-bench echo --port N [--loops N] [--mode tls]
               downbeat-bench fanout --port N [--rate 60] [--bytes 200] [--loops 1] [--seed N] [--mode tls]
               downbeat-bench load --port N [--clients 1000] [--seconds 10] [--rate 60]
               downbeat-bench c-loop --port N [--rate 60] [--bytes 200]
               downbeat-bench broadcast [--clients 1000] [--seconds 4] [--rounds 5] [--port 8094]
               downbeat-bench files [FOLDER] [--rows 20000] [--rounds 5] [--port 8092]
               downbeat-bench parse [--seed N] [--seconds S]
               downbeat-bench analyze FILE... [--rounds 5]
               downbeat-bench beats [FOLDER]
               downbeat-bench presence FILE...
               downbeat-bench library [FOLDER] [--tracks 20000] [--rows 200000] [--port 8098] [--seed N]
               downbeat-bench rooms [FOLDER] [--clients 100,300,1000] [--seconds 6] [--mode ahead|lamp|live|rush|long]
                     [--tracks 1000] [--loops 1] [--port 8096]
               downbeat-bench clock [--clients 100] [--seconds 600] [--seed N]
               downbeat-bench clock-traces [--seed N]
               downbeat-bench kernels [--seed N] [--seconds S]
               downbeat-bench proof [--screens 2] [--seconds 60] [--music FOLDER] [--out FOLDER] [--server PATH]
               downbeat-bench soak [--minutes 30] [--music FOLDER] [--server PATH]

        """
    private static let names: Set<String> = [
        "port", "loops", "rate", "bytes", "seed", "seconds", "clients", "rounds", "tracks", "rows", "screens", "minutes",
    ]

    private static let wordNames: Set<String> = ["mode", "music", "out", "server"]

    private var values: [String: [Int]] = [:]
    private var words: [String: String] = [:]
    private(set) var files: [String] = []

    init(_ arguments: [String]) throws(Problem) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                files.append(word)
                continue
            }
            let name = String(word.dropFirst(2))
            if Self.wordNames.contains(name) {
                words[name] = rest.popFirst()
                continue
            }
            guard Self.names.contains(name) else { throw Problem(text: "unknown option \(word)") }
            let parts = (rest.popFirst() ?? "").split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
            guard parts.allSatisfy({ $0 >= 0 }) else { throw Problem(text: "\(word) takes a number") }
            values[name] = parts
        }
    }

    func number(_ name: String, default standard: Int) -> Int {
        values[name]?.first ?? standard
    }

    /// A number from the command line; nil if it was not given.
    func given(_ name: String) -> Int? { values[name]?.first }

    /// A list of numbers, separated by commas.
    func numbers(_ name: String, default standard: [Int]) -> [Int] {
        values[name] ?? standard
    }

    func word(_ name: String) -> String? { words[name] }
}
