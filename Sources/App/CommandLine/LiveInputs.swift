import Live
import Music
import System

/// A live input as the command line names it: `desk=pipe:/run/desk`, `line@48000:24:2=tcp://:4953`,
/// `radio@encoded=exec:COMMAND`.
struct NamedInput: Hashable {
    /// Where its sound comes from.
    enum Kind: Hashable {
        /// A tone that never ends, to try live sources.
        case tone
        /// What programs write into a named pipe.
        case pipe(path: String)
        /// What a command of the shell writes.
        case command(String)
        /// What is sent to a port of this machine.
        case port(UInt16)
        /// What a port of another machine sends.
        case address(host: String, port: UInt16)
        /// A source of PulseAudio or PipeWire, the usual one if it is empty.
        case pulse(String)
        /// A device of ALSA, the usual one if it is empty.
        case alsa(String)

        /// What a Snapcast server plays in its rooms.
        case snapcast(host: String, port: UInt16)

        /// What they begin with.
        static let words = ["tone", "pipe", "exec", "tcp", "pulse", "alsa", "snapcast"]

        init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            let rest = String(text[text.index(after: colon)...])
            switch text[..<colon] {
            case "tone" where rest.isEmpty: self = .tone
            case "pipe" where rest.hasPrefix("/"): self = .pipe(path: rest)
            case "exec" where !rest.allSatisfy(\.isWhitespace): self = .command(rest)
            case "tcp":
                guard let (host, port) = NetworkPlace.address(rest), let port else { return nil }
                self = host.isEmpty ? .port(port) : .address(host: host, port: port)
            case "snapcast":
                guard let (host, port) = NetworkPlace.address(rest), !host.isEmpty else { return nil }
                self = .snapcast(host: host, port: port ?? SnapReader.usualPort)
            // Neither may be an option of the program that is asked.
            case "pulse" where !rest.hasPrefix("-"): self = .pulse(rest)
            case "alsa" where !rest.hasPrefix("-"): self = .alsa(rest)
            default: return nil
            }
        }

        var text: String {
            switch self {
            case .tone: "tone:"
            case .pipe(let path): "pipe:\(path)"
            case .command(let command): "exec:\(command)"
            case .port(let port): "tcp://:\(port)"
            case .address(let host, let port): "tcp:" + NetworkPlace.text(host, port)
            case .snapcast(let host, let port): "snapcast:" + NetworkPlace.text(host, port)
            case .pulse(let source): "pulse:\(source)"
            case .alsa(let device): "alsa:\(device)"
            }
        }

        /// Whether two inputs of this kind would each get a part of the sound.
        var isForOne: Bool {
            switch self {
            case .pipe, .port: true
            case .tone, .command, .address, .pulse, .alsa, .snapcast: false
            }
        }

        /// Whether music of any container and codec may come from it.
        fileprivate var mayBeEncoded: Bool {
            switch self {
            case .pipe, .command, .port, .address: true
            case .tone, .pulse, .alsa, .snapcast: false
            }
        }

        /// The format that is asked for where the source has none of its own.
        fileprivate var usualFormat: SampleFormat {
            switch self {
            case .pulse, .alsa: SampleFormat("48000:16:2") ?? .usual
            case .tone, .pipe, .command, .port, .address, .snapcast: .usual
            }
        }
    }

    let name: String
    /// Nil for the usual one.
    var format: SampleFormat?
    /// Whether music of any container and codec comes in place of raw samples.
    var isEncoded = false
    /// How much later than it comes in it is heard where it comes from; nil if our pages play it.
    var heard: MediaTime?
    let kind: Kind

    private var text: String {
        var words = [name]
        if let format { words.append(format.text) }
        if isEncoded { words.append("encoded") }
        if let heard { words.append("heard" + (heard == .zero ? "" : String(heard.microseconds / 1_000))) }
        return words.joined(separator: "@") + "=\(kind.text)"
    }

    /// Parses "test=tone:", several separated by commas. Commands and devices hold commas, too: one that begins an input is followed by its name and
    /// its kind.
    static func named(_ text: String) throws(OptionProblem) -> [NamedInput] {
        var inputs: [NamedInput] = []
        for word in words(of: text) {
            let input = try one(word)
            guard LiveSource.isName(input.name) else {
                throw OptionProblem("takes names of letters, digits, dots, - and _, not \"\(input.name)\"")
            }
            guard !inputs.contains(where: { $0.name == input.name }) else { throw OptionProblem("names \"\(input.name)\" twice") }
            guard !input.kind.isForOne || !inputs.contains(where: { $0.kind == input.kind }) else {
                throw OptionProblem("names \(input.kind.text) twice")
            }
            inputs.append(input)
        }
        return inputs
    }

    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
            if let last = words.last, !begins(part) {
                words[words.count - 1] = text[last.startIndex..<part.endIndex]
            } else {
                words.append(part)
            }
        }
        return words
    }

    private static func begins(_ part: Substring) -> Bool {
        let kind = part.drop { $0 != "=" }.dropFirst()
        return LiveSource.isName(String(part.prefix { !"=@".contains($0) })) && Kind.words.contains { kind.hasPrefix("\($0):") }
    }

    private static func one(_ word: Substring) throws(OptionProblem) -> NamedInput {
        let named = word.prefix { $0 != "=" }
        guard let kind = Kind(String(word.dropFirst(named.count + 1))) else {
            throw OptionProblem("takes NAME=KIND: such as desk=pipe:/run/desk or line=pulse:, not \"\(word)\"")
        }
        let parts = named.split(separator: "@", omittingEmptySubsequences: false)
        var input = NamedInput(name: String(parts.first ?? ""), kind: kind)
        for part in parts.dropFirst() {
            if part == "encoded" {
                input.isEncoded = true
            } else if part.hasPrefix("heard") {
                input.heard = try offset(part.dropFirst("heard".count))
            } else if let format = SampleFormat(part) {
                input.format = format
            } else {
                throw OptionProblem("takes formats such as 44100:16:2 (rate, bits 16, 24, 32 or f, channels), not \"\(part)\"")
            }
        }
        guard !input.isEncoded || (input.format == nil && kind.mayBeEncoded) else {
            throw OptionProblem("takes encoded of pipe:, exec: and tcp:, and then no format, not \"\(word)\"")
        }
        if case .snapcast = kind, input.format != nil {
            throw OptionProblem("takes no format of a Snapcast server, which says its own, not \"\(word)\"")
        }
        return input
    }

    /// "", "40" or "-40".
    private static func offset(_ text: Substring) throws(OptionProblem) -> MediaTime {
        guard let milliseconds = text.isEmpty ? 0 : Int(text), LiveMode.offsets.contains(milliseconds) else {
            throw OptionProblem("takes heard or heard with milliseconds, such as heard-40, not \"heard\(text)\"")
        }
        return MediaTime(microseconds: Int64(milliseconds) * 1_000)
    }

    static func text(_ inputs: [NamedInput]) -> String { inputs.map(\.text).joined(separator: ",") }

    /// Starts the inputs. What is not there may come later.
    static func start(
        _ inputs: [NamedInput], titles: [InputTitles], delay: MediaTime, _ log: Log, _ clock: any HouseClock,
        _ decoder: @escaping StartDecoder
    ) -> Inputs {
        for stray in titles where !inputs.contains(where: { $0.name == stray.input }) {
            log.warning("titles of an input that is not there", ["input": stray.input])
        }
        return Inputs(
            inputs.compactMap { input in
                input.start(titles: titles.first { $0.input == input.name }, delay: delay, log, clock, decoder)
            }, clock)
    }

    private func start(
        titles: InputTitles?, delay: MediaTime, _ log: Log, _ clock: any HouseClock, _ decoder: @escaping StartDecoder
    ) -> LiveInput? {
        let mode = heard.map { LiveMode.heard($0) } ?? .played(after: delay)
        func input(_ reader: sending some InputReader) -> LiveInput? {
            guard isEncoded else {
                return LiveInput(name, reader, as: format ?? kind.usualFormat, mode: mode, titles: titles?.source, clock)
            }
            return LiveInput(
                name, DecodedReader(reader, clock, start: decoder), as: .decoded, mode: mode, titles: titles?.source, clock)
        }
        switch kind {
        case .tone: return .tone(name, clock)
        case .pipe(let path):
            let pipe = NamedPipe(at: path)
            if let trouble = pipe.trouble { log.warning(trouble, ["input": name, "path": path]) }
            return input(pipe)
        case .command(let command): return input(ProgramReader(shell: command, clock))
        case .port(let port):
            let reader = PortReader(port, clock)
            if let trouble = reader.trouble { log.warning(trouble, ["input": name]) }
            return input(reader)
        case .address(let host, let port): return input(DialReader(host, port, clock))
        case .snapcast(let host, let port):
            let reader = SnapReader(host, port, name: name, offset: heard ?? .zero, clock, decoder: decoder)
            let titles = titles?.source ?? .snapcast(host: host, port: SnapReader.controlPort, input: name)
            return LiveInput(name, placed: reader, as: .decoded, mode: .heard(SnapReader.delay), titles: titles, clock)
        case .pulse(let source):
            return input(
                ProgramReader(Recorder.pulse(source, format ?? kind.usualFormat, isHasty: heard != nil), isRecorder: true, clock))
        case .alsa(let device):
            return input(
                ProgramReader(Recorder.alsa(device, format ?? kind.usualFormat, isHasty: heard != nil), isRecorder: true, clock))
        }
    }
}

/// The programs that record what sound cards and sound servers hear. A hasty one hands over less at a time.
enum Recorder {
    /// Of PulseAudio, and of PipeWire, which speaks its language.
    static func pulse(_ source: String, _ format: SampleFormat, isHasty: Bool) -> [String] {
        [
            "parec", "--raw", "--latency-msec=\(isHasty ? 10 : 50)", "--rate=\(format.rate)", "--channels=\(format.channels)",
            "--format=\(pulseName(format.kind))",
        ]
            + ["--client-name=Downbeat"] + (source.isEmpty ? [] : ["--device=\(source)"])
    }

    static func alsa(_ device: String, _ format: SampleFormat, isHasty: Bool) -> [String] {
        ["arecord", "-q", "-t", "raw", "-f", alsaName(format.kind), "-r", "\(format.rate)", "-c", "\(format.channels)"]
            + (isHasty ? ["--period-time=10000", "--buffer-time=80000"] : []) + ["-D", device.isEmpty ? "default" : device]
    }

    private static func pulseName(_ kind: SampleFormat.Kind) -> String {
        switch kind {
        case .s16: "s16le"
        case .s24: "s24le"
        case .s32: "s32le"
        case .float: "float32le"
        }
    }

    private static func alsaName(_ kind: SampleFormat.Kind) -> String {
        switch kind {
        case .s16: "S16_LE"
        case .s24: "S24_3LE"
        case .s32: "S32_LE"
        case .float: "FLOAT_LE"
        }
    }
}
