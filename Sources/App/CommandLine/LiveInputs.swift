import Music
import Rooms
import System

/// A live source as the command line names it.
struct NamedInput: Hashable {
    /// Where its sound comes from.
    enum Kind: String, CaseIterable {
        /// A tone that never ends, to try live sources.
        case tone
    }

    let name: String
    let kind: Kind

    private var text: String { "\(name)=\(kind.rawValue):" }

    /// Parses "test=tone:", several separated by commas.
    static func named(_ text: String) throws(OptionProblem) -> [NamedInput] {
        var inputs: [NamedInput] = []
        for word in text.split(separator: ",") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let kind = Kind.allCases.first(where: { "\($0.rawValue):" == parts[1] }) else {
                throw OptionProblem("takes NAME=tone:, such as test=tone:, not \"\(word)\"")
            }
            guard LiveSource.isName(parts[0]) else {
                throw OptionProblem("takes names of letters, digits, dots, - and _, not \"\(parts[0])\"")
            }
            guard !inputs.contains(where: { $0.name == parts[0] }) else { throw OptionProblem("names \"\(parts[0])\" twice") }
            inputs.append(NamedInput(name: parts[0], kind: kind))
        }
        return inputs
    }

    static func text(_ inputs: [NamedInput]) -> String { inputs.map(\.text).joined(separator: ",") }

    /// Starts the sources.
    static func start(_ inputs: [NamedInput], _ clock: any HouseClock) -> Inputs {
        Inputs(
            inputs.compactMap { input in
                switch input.kind {
                case .tone: ToneInput(input.name, clock)
                }
            })
    }
}
