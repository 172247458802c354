package import Music
package import Session
package import Workers

/// A source of sound without an end, as rooms hear it. Each kind of source conforms to it: to add one, make its frames, its beats and
/// its sound, and say when more of them is known.
package protocol LiveInput: Sendable {
    /// Its name and when it started, which is position 0.
    var source: LiveSource { get }
    /// When its position 0 is heard: as much later than it came as the source is delayed.
    var heardFrom: ServerTime { get }
    /// What is known by now.
    var score: LiveScore { get }
    /// Samples of `SoundSample`'s format, counted from position 0: `notYet` for those to come, silence for those that are forgotten.
    func sound(_ samples: Range<Int>) -> SoundFeed.Answer
    /// Calls `news`, from any thread, whenever more is known. Returns the listener's number.
    func listen(_ news: @escaping @Sendable () -> Void) -> Int
    func forget(_ listener: Int)
    /// Hears the source until the task is cancelled.
    func run() async
}

extension LiveInput {
    package var name: String { source.name }
}

/// The live sources of a server.
package struct Inputs: Sendable {
    private let inputs: [String: any LiveInput]

    /// Of two with one name the first counts.
    package init(_ inputs: [any LiveInput] = []) {
        self.inputs = Dictionary(inputs.map { ($0.name, $0) }) { first, _ in first }
    }

    package var names: [String] { inputs.keys.sorted() }

    /// The source with a name, as it runs now.
    package func input(_ name: String) -> (any LiveInput)? { inputs[name] }

    /// Nil for a source that has started again since: its positions mean other moments.
    package func input(_ source: LiveSource) -> (any LiveInput)? {
        inputs[source.name].flatMap { $0.source == source ? $0 : nil }
    }

    /// Hears all of them until the task is cancelled.
    package func run() async {
        await withTaskGroup { group in
            for input in inputs.values { group.addTask { await input.run() } }
        }
    }
}
