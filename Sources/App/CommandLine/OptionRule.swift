/// One option: its names, what it means, and how its text becomes a value of `Settings`.
struct OptionRule<Settings>: Sendable {
    let name: String
    let argument: String
    let help: String
    /// Sets the value, or says what is wrong with the text.
    let set: @Sendable (inout Settings, String) throws(OptionProblem) -> Void
    /// The value as text, in the form that `set` reads.
    let show: @Sendable (Settings) -> String

    /// "base-path" is DOWNBEAT_BASE_PATH in the environment.
    var environmentName: String {
        "DOWNBEAT_" + name.uppercased().replacing("-", with: "_")
    }
}

/// What is wrong with an option's text, as it follows "--name".
struct OptionProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The whole number that `text` writes, if it lies within `range`.
    static func number<N: FixedWidthInteger>(_ text: String, in range: ClosedRange<Int>) throws(OptionProblem) -> N {
        guard let number = Int(text), range.contains(number) else {
            throw OptionProblem("takes a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
        }
        return N(number)
    }
}

/// Fills settings by a table of rules: first from the environment, then option by option.
struct OptionReader<Settings> {
    let rules: [OptionRule<Settings>]
    var settings: Settings
    /// Where each value that is not the default came from.
    private(set) var sources: [String: String] = [:]

    init(_ rules: [OptionRule<Settings>], defaults: Settings) {
        self.rules = rules
        settings = defaults
    }

    mutating func read(environment: [String: String]) throws(Failure) {
        for rule in rules {
            guard let text = environment[rule.environmentName] else { continue }
            try set(rule, text, by: rule.environmentName, source: "environment")
        }
    }

    /// Reads the option that `word` begins, and its value from `rest` where it is a word of its own.
    mutating func read(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let rule = rules.first(where: { $0.name == parts.first }) else {
            throw .usage("unknown option --\(parts.first ?? "")")
        }
        guard let text = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw .usage("--\(rule.name) needs a value: --\(rule.name) \(rule.argument)")
        }
        try set(rule, text, by: "--\(rule.name)", source: "command line")
    }

    private mutating func set(_ rule: OptionRule<Settings>, _ text: String, by name: String, source: String) throws(Failure) {
        do {
            try rule.set(&settings, text)
        } catch {
            throw .usage("\(name) \(error.text)")
        }
        sources[rule.name] = source
    }
}
