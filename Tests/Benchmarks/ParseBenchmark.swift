/// Times the parsers without sockets.
enum ParseBenchmark {
    /// One line of the table.
    struct Piece {
        let name: String
        /// The bytes of one repetition; nil if a throughput is not meaningful.
        var bytes: Int?
        /// Repeats the work the given number of times. The result depends on every repetition, so that the compiler removes none.
        let work: (Int) throws -> Int
    }

    static func run(_ options: BenchmarkOptions) throws {
        let seed = UInt64(options.number("seed", default: 1))
        let pieces = try RequestPieces.all + FramePieces.all(seed: seed)
        var stopwatch = Stopwatch(seconds: Double(options.number("seconds", default: 10)) / Double(pieces.count))
        var table = Table(["parse, seed \(seed)", "median ns", "min", "max", "MB/s"])
        for piece in pieces {
            let reading = try stopwatch.time(piece.work)
            let times = [reading.median, reading.fastest, reading.slowest].map { Table.number($0, digits: 1) }
            let throughput = piece.bytes.map { Table.number(Double($0) * 1e3 / reading.median, digits: 0) }
            table.add([piece.name] + times + [throughput ?? ""])
        }
        print(table)
        print("checksum", stopwatch.kept & 0xFFFF)
    }
}
