import Web

/// How fast the parsers read, without any socket.
enum ParseBenchmark {
    static func run(_ options: BenchmarkOptions) throws {
        print("todo")
    }
}
