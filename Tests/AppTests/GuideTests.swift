import Foundation
import Testing
import Waiting
import Web

@testable import API
@testable import App

@Suite("The guide")
struct GuideTests {
    @Test("names every option with its argument and its environment variable")
    func options() throws {
        let rows = try Guide.page("options").split(separator: "\n").filter { $0.hasPrefix("| `--") }
        #expect(rows.count == Options.rules.count + AnalyzeOptions.rules.count)
        expect(rows.prefix(Options.rules.count), toTell: Options.rules)
        expect(rows.dropFirst(Options.rules.count), toTell: AnalyzeOptions.rules)
    }

    @Test("states the memory limits per address and in total that the server uses")
    func quotas() throws {
        let rows = try Guide.page("limits").split(separator: "\n").map { $0.components(separatedBy: " | ") }
        for kind in QuotaKind.allCases {
            let quota = Limits()[kind]
            let inAll = quota.inAll == .max ? "as many as there are descriptors" : text(quota.inAll)
            let row = rows.first { $0.first == "| `\(kind.rawValue)`" }
            #expect(row.map { $0.count == 4 && $0[1] == inAll && $0[2] == text(quota.perAddress) } == true, "\(kind)")
        }
        let told = rows.filter { $0.count == 4 && $0[0].hasPrefix("| `") && Int($0[2].filter { $0 != "," }) != nil }
        #expect(told.count == QuotaKind.allCases.count)
    }

    @Test("says of each role what it may do")
    func roles() throws {
        let rows = try Guide.page("access").split(separator: "\n").map(String.init).filter { $0.hasPrefix("| ") }
        let expected = Right.allCases.map { "| \($0.least)\($0.isOfRoom ? "" : ", all rooms") | \($0.words) |" }
        #expect(rows.dropFirst().sorted() == expected.sorted())
        #expect(expected.count == Set(expected).count)
    }

    /// The number with a comma between groups of three digits.
    private func text(_ number: Int) -> String {
        var digits = String(number)
        var end = digits.count - 3
        while end > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
            end -= 3
        }
        return digits
    }

    private func expect<Settings>(_ rows: ArraySlice<Substring>, toTell rules: [OptionRule<Settings>]) {
        for (rule, row) in zip(rules, rows) {
            #expect(row.hasPrefix("| `\(rule.usage)` | `\(rule.environmentName)` | "), "\(rule.name)")
            #expect(row.hasSuffix(" | \(rule.help) |"), "\(rule.name)")
        }
    }
}

/// The pages of the documentation, for tests that follow their instructions.
enum Guide {
    static func page(_ name: String) throws -> String {
        try String(contentsOf: Downbeat.checkout.appendingPathComponent("Public/docs/\(name).md"), encoding: .utf8)
    }

    /// The only code block of that language on a page.
    static func block(_ language: String, on name: String) throws -> String {
        let parts = try page(name).components(separatedBy: "```\(language)\n")
        guard parts.count == 2, let block = parts[1].components(separatedBy: "```").first else {
            throw NeverHappened("exactly one block of \(language) in \(name).md")
        }
        return block
    }
}
