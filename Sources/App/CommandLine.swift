import Glibc
import Web

/// What a person asked the program to do.
enum Command {
    case serve(Options)
    case help
    case version
    case printConfiguration(Options, sources: [String: String])
}

/// Reads the command line over the environment over the defaults.
struct CommandLineReader {
    private var options = Options()
    private var sources: [String: String] = [:]

    init(cores: Int) {
        options.loops = min(max(cores, 1), 4)
    }

    mutating func read(_ arguments: [String], environment: [String: String]) throws(Failure) -> Command {
        for rule in Options.rules {
            guard let text = environment[rule.environmentName] else { continue }
            try set(rule, text, by: rule.environmentName, source: "environment")
        }
        var rest = arguments[...]
        var printsConfiguration = false
        if rest.first == "serve" { rest.removeFirst() }
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h", "help": return .help
            case "--version": return .version
            case "--print-config": printsConfiguration = true
            default: try readOption(word, &rest)
            }
        }
        return printsConfiguration ? .printConfiguration(options, sources: sources) : .serve(options)
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
        guard word.hasPrefix("--") else { throw .usage("unexpected argument \"\(word)\"") }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let rule = Options.rules.first(where: { $0.name == parts.first }) else {
            throw .usage("unknown option --\(parts.first ?? "")")
        }
        guard let text = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw .usage("--\(rule.name) needs a value: --\(rule.name) \(rule.argument)")
        }
        try set(rule, text, by: "--\(rule.name)", source: "command line")
    }

    private mutating func set(_ rule: OptionRule, _ text: String, by name: String, source: String) throws(Failure) {
        do {
            try rule.set(&options, text)
        } catch {
            throw .usage("\(name) \(error.text)")
        }
        sources[rule.name] = source
    }
}

/// What the program prints about itself.
enum Usage {
    static var help: String {
        var text = """
            downbeat shows the beat of your music on every screen of the house, at the same moment.

            Usage: downbeat [serve] [OPTION VALUE]...

            Each option is also an environment variable; the command line counts more.


            """
        for rule in Options.rules {
            text += "  --\(rule.name) \(rule.argument)  (\(rule.environmentName))\n        \(rule.help)\n"
        }
        text += """

              --print-config    show every setting and where it comes from, and stop
              --version         show the version and stop
              --help            show this and stop

            Exit codes: 64 for a mistake on the command line,
            69 when a port, an address or a folder is not to be had.

            """
        return text
    }

    static func configuration(_ options: Options, sources: [String: String]) -> String {
        Options.rules.map { rule in
            "\(rule.name) = \(rule.show(options))  # \(sources[rule.name] ?? "default")\n"
        }.joined()
    }
}
