import Music
import Rooms
import System

/// A live source as the command line names it.
struct NamedInput: Hashable {
    /// Where its sound comes from.
    enum Kind: Hashable {
        /// A tone that never ends, to try live sources.
        case tone
        /// Raw samples that programs write into a named pipe.
        case pipe(path: String)

        init?(_ text: String) {
            if text == "tone:" {
                self = .tone
            } else if text.hasPrefix("pipe:/") {
                self = .pipe(path: String(text.dropFirst("pipe:".count)))
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .tone: "tone:"
            case .pipe(let path): "pipe:\(path)"
            }
        }
    }

    let name: String
    let kind: Kind

    private var text: String { "\(name)=\(kind.text)" }

    /// Parses "test=tone:" or "desk=pipe:/run/desk", several separated by commas.
    static func named(_ text: String) throws(OptionProblem) -> [NamedInput] {
        var inputs: [NamedInput] = []
        for word in text.split(separator: ",") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let kind = Kind(parts[1]) else {
                throw OptionProblem("takes NAME=tone: or NAME=pipe:/PATH, such as test=tone:, not \"\(word)\"")
            }
            guard LiveSource.isName(parts[0]) else {
                throw OptionProblem("takes names of letters, digits, dots, - and _, not \"\(parts[0])\"")
            }
            guard !inputs.contains(where: { $0.name == parts[0] }) else { throw OptionProblem("names \"\(parts[0])\" twice") }
            // Each of two readers would get a part of the bytes.
            if case .pipe(let path) = kind, inputs.contains(where: { $0.kind == kind }) {
                throw OptionProblem("names the pipe \(path) twice")
            }
            inputs.append(NamedInput(name: parts[0], kind: kind))
        }
        return inputs
    }

    static func text(_ inputs: [NamedInput]) -> String { inputs.map(\.text).joined(separator: ",") }

    /// Starts the sources. A pipe may be made later.
    static func start(_ inputs: [NamedInput], _ log: Log, _ clock: any HouseClock) -> Inputs {
        Inputs(
            inputs.compactMap { input in
                switch input.kind {
                case .tone: return ToneInput(input.name, clock)
                case .pipe(let path):
                    let pipe = NamedPipe(at: path)
                    if !pipe.isThere {
                        log.warning("an input has no named pipe yet; mkfifo makes one", ["input": input.name, "path": path])
                    }
                    return PipeInput(input.name, pipe, clock)
                }
            })
    }
}
