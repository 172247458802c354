/// The message that asks a zygote for a worker. The worker's open files are attached to it.
package struct ForkRequest: Equatable {
    /// More than the arguments of any job.
    package static let mostBytes = 128 << 10

    /// The worker's arguments, without the program's name.
    package let words: [String]
    /// The number that each attached file gets in the worker.
    package let places: [Int32]

    init(words: [String], places: [Int32]) {
        self.words = words
        self.places = places
    }

    /// The number of places, the places, and the words, each with a NUL behind it.
    var bytes: [UInt8] {
        let numbers = [places.count] + places.map(Int.init)
        return numbers.map { UInt8(clamping: $0) } + words.flatMap { Array($0.utf8) + [0] }
    }

    /// Nil if the bytes are not those of a request.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard let count = bytes.first, bytes.count > Int(count) + 1, bytes.last == 0 else { return nil }
        let body = bytes.dropFirst()
        places = body.prefix(Int(count)).map { Int32($0) }
        words = body.dropFirst(Int(count)).dropLast().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
