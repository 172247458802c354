package import Music

/// The live inputs of a server.
package struct Inputs: Sendable {
    private let inputs: [String: LiveInput]

    /// Of two with one name the first counts.
    package init(_ inputs: [LiveInput] = []) {
        self.inputs = Dictionary(inputs.map { ($0.name, $0) }) { first, _ in first }
    }

    /// By their names.
    package var all: [LiveInput] { inputs.values.sorted { $0.name < $1.name } }

    /// The source with a name, as it runs now.
    package func input(_ name: String) -> LiveInput? { inputs[name] }

    /// Nil for a source that has started again since: its positions mean other moments.
    package func input(_ source: LiveSource) -> LiveInput? {
        inputs[source.name].flatMap { $0.source == source ? $0 : nil }
    }

    /// Ends the programs that were started for them.
    package func end() {
        for input in inputs.values { input.end() }
    }

    /// Hears all of them until the task is cancelled.
    package func run() async {
        await withTaskGroup { group in
            for input in inputs.values { group.addTask { await input.run() } }
        }
    }
}
