import Glibc
import System
import Text

/// `downbeat inputs`: what of this machine can be an input, as the option names it, with the name that people know.
struct InputsCommand {
    func run() throws(Failure) {
        let found = Self.pulse(Self.lines("pactl list sources")) + Self.alsa(Self.lines("arecord -L"))
        guard !found.isEmpty else {
            throw .unavailable("neither a sound server (pactl) nor a sound card (arecord) of this machine hears anything")
        }
        let width = found.map(\.kind.count).max() ?? 0
        for (kind, name) in found {
            print("--input NAME=" + kind + String(repeating: " ", count: width - kind.count) + "  " + name)
        }
    }

    /// What a program says, in English.
    private static func lines(_ command: String) -> [String] {
        guard let stream = popen("LC_ALL=C \(command) 2>/dev/null", "r") else { return [] }
        defer { pclose(stream) }
        var lines: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        while getline(&line, &size, stream) >= 0, let line {
            lines.append(String(String(cString: line).prefix { $0 != "\n" }))
        }
        return lines
    }

    /// Of each source its name and, on the next line, how people call it.
    static func pulse(_ lines: [String]) -> [(kind: String, name: String)] {
        var found: [(kind: String, name: String)] = []
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingSpaces }
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "Name": found.append(("pulse:\(parts[1])", ""))
            case "Description" where found.last?.name.isEmpty == true: found[found.count - 1].name = parts[1].asOneLine
            default: break
            }
        }
        return found
    }

    /// Names begin a line, descriptions are indented below them.
    static func alsa(_ lines: [String]) -> [(kind: String, name: String)] {
        var found: [(kind: String, name: String)] = []
        for line in lines where !line.isEmpty {
            if line.hasPrefix(" ") {
                if found.last?.name.isEmpty == true { found[found.count - 1].name = line.trimmingSpaces.asOneLine }
            } else if line != "null", line.first?.isWhitespace == false {
                found.append(("alsa:\(line)", ""))
            }
        }
        return found.filter { !plugins.contains($0.kind.dropFirst("alsa:".count).prefix { $0 != ":" }) }
    }

    /// What changes the sound of a device, and is none.
    private static let plugins: Set<Substring> = [
        "lavrate", "samplerate", "speexrate", "jack", "oss", "speex", "upmix", "vdownmix", "usbstream", "a52", "dmix",
    ]
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
