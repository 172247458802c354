import Foundation
import Testing

@testable import App

@Suite("The README")
struct ReadmeTests {
    @Test("names every option with its argument and its environment variable")
    func options() throws {
        let rows = try Readme.text().split(separator: "\n").filter { $0.hasPrefix("| `--") }
        #expect(rows.count == Options.rules.count + AnalyzeOptions.rules.count)
        expect(rows.prefix(Options.rules.count), toTell: Options.rules)
        expect(rows.dropFirst(Options.rules.count), toTell: AnalyzeOptions.rules)
    }

    private func expect<Settings>(_ rows: ArraySlice<Substring>, toTell rules: [OptionRule<Settings>]) {
        for (rule, row) in zip(rules, rows) {
            #expect(row.hasPrefix("| `\(rule.usage)` | `\(rule.environmentName)` | "), "\(rule.name)")
            #expect(row.hasSuffix(" | \(rule.help) |"), "\(rule.name)")
        }
    }
}

/// What newcomers are told, for tests that do as it says.
enum Readme {
    static func text() throws -> String {
        try String(contentsOf: Downbeat.checkout.appendingPathComponent("README.md"), encoding: .utf8)
    }

    /// The one block of code in that language.
    static func block(_ language: String) throws -> String {
        let parts = try text().components(separatedBy: "```\(language)\n")
        guard parts.count == 2, let block = parts[1].components(separatedBy: "```").first else {
            throw NeverHappened("exactly one block of \(language) in the README")
        }
        return block
    }
}
