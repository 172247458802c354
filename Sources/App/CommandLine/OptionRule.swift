import Fetch
import System

/// One option: its names, its help, and how its text becomes a value of `Settings`.
struct OptionRule<Settings>: Sendable {
    let name: String
    let argument: String
    let help: String
    /// Sets the value, or throws what is wrong with the text.
    let set: @Sendable (inout Settings, String) throws(OptionProblem) -> Void
    /// The value as text, in the form that `set` reads.
    let show: @Sendable (Settings) -> String

    /// True for an option that needs no value.
    var isSwitch: Bool { argument.isEmpty }

    /// The option with its argument, such as "--port N".
    var usage: String { "--\(name)" + (isSwitch ? "" : " \(argument)") }

    /// The same option for settings that contain these.
    func within<Whole>(_ path: any WritableKeyPath<Whole, Settings> & Sendable) -> OptionRule<Whole> {
        OptionRule<Whole>(
            name: name, argument: argument, help: help,
            set: { [set] (whole, text) throws(OptionProblem) in try set(&whole[keyPath: path], text) },
            show: { [show] in show($0[keyPath: path]) })
    }

    /// "base-path" is DOWNBEAT_BASE_PATH in the environment.
    var environmentName: String {
        "DOWNBEAT_" + name.uppercased().replacing("-", with: "_")
    }
}

/// What is wrong with an option's text, to follow "--name".
struct OptionProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Parses a whole number in `range`.
    static func number<N: FixedWidthInteger>(_ text: String, in range: ClosedRange<Int>) throws(OptionProblem) -> N {
        guard let number = Int(text), range.contains(number) else {
            throw OptionProblem("takes a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
        }
        return N(number)
    }

    /// Parses the address of another server, to which paths are added, or what is fetched whole, which may have a query.
    static func address(_ text: String, isWhole: Bool = false) throws(OptionProblem) -> FetchAddress {
        guard let address = FetchAddress(text), !text.contains(where: { (isWhole ? "#" : "?#").contains($0) }) else {
            throw OptionProblem("takes an address such as https://nas.example/, not \"\(text)\"")
        }
        return address
    }

    /// Parses a number of bytes, with or without the letter of a unit.
    static func size(_ text: String) throws(OptionProblem) -> Int {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unit = text.uppercased().last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard let number = Int(digits), number >= 0 else {
            throw OptionProblem("takes a size such as 500M or 2G, not \"\(text)\"")
        }
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1)
        return isTooMuch ? .max : bytes
    }

    /// The shortest text that `size` parses as this number.
    static func text(ofSize bytes: Int) -> String {
        for (shift, letter) in [(30, "G"), (20, "M"), (10, "K")] where bytes > 0 && bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(letter)"
        }
        return "\(bytes)"
    }

    /// Parses yes or no and their synonyms.
    static func truth(_ text: String) throws(OptionProblem) -> Bool {
        switch text.lowercased() {
        case "yes", "true", "1", "on": return true
        case "no", "false", "0", "off", "": return false
        default: throw OptionProblem("takes yes or no, not \"\(text)\"")
        }
    }
}

/// Fills settings by a table of rules: first from the environment, then option by option.
struct OptionReader<Settings> {
    let rules: [OptionRule<Settings>]
    var settings: Settings
    /// The source of each value that is not the default.
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

    /// Whether `word` is one of these options, with or without its value.
    func knows(_ word: String) -> Bool {
        rules.contains { word == "--\($0.name)" || word.hasPrefix("--\($0.name)=") }
    }

    /// Parses the option in `word`, and takes its value from `rest` unless `word` contains it.
    mutating func read(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let rule = rules.first(where: { $0.name == parts.first }) else {
            throw .usage("unknown option --\(parts.first ?? "")")
        }
        guard let text = parts.count == 2 ? parts[1] : rule.isSwitch ? "yes" : rest.popFirst() else {
            throw .usage("--\(rule.name) needs a value: \(rule.usage)")
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
