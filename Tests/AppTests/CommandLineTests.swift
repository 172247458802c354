import System
import Testing
import Waiting
import Web

@testable import API
@testable import App

@Suite("The command line")
struct CommandLineTests {
    private func read(_ arguments: [String], _ environment: [String: String] = [:]) throws(Failure) -> Command {
        let reader = CommandLineReader(cores: 2)
        return try reader.read(arguments, environment: environment)
    }

    private func options(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Options {
        guard case .serve(let options) = try read(arguments, environment) else { throw NeverHappened("serving") }
        return options
    }

    @Test("without options the defaults hold: one loop for each core, but at most four")
    func defaults() throws {
        let options = try options([])
        #expect(options.port == 8080)
        #expect(options.bind == "::")
        #expect(options.loops == 2)
        #expect(options.basePath == "")
        for (cores, loops) in [(0, 1), (1, 1), (4, 4), (64, 4)] {
            let reader = CommandLineReader(cores: cores)
            guard case .serve(let options) = try reader.read([], environment: [:]) else {
                throw NeverHappened("serving")
            }
            #expect(options.loops == loops, "\(cores) cores")
        }
    }

    @Test("options override environment variables, and of repeated options the last one is used")
    func precedence() throws {
        #expect(try options([], ["DOWNBEAT_PORT": "1"]).port == 1)
        #expect(try options(["--port", "2"], ["DOWNBEAT_PORT": "1"]).port == 2)
        #expect(try options(["--port", "2", "--port", "3"]).port == 3)
    }

    @Test("a value comes after a space or an equals sign, and may contain an equals sign")
    func forms() throws {
        #expect(try options(["--port=7"]).port == 7)
        #expect(try options(["serve", "--port", "7"]).port == 7)
        #expect(try options(["--allow-origin=https://a.example:1,https://b.example"]).allowedOrigins.count == 2)
        #expect(try options(["--public="]).publicFolder == nil)
    }

    @Test("the slash at the end of a base path is removed, and / means no base path")
    func basePath() throws {
        #expect(try options(["--base-path", "/music/downbeat/"]).basePath == "/music/downbeat")
        #expect(try options(["--base-path", "/"]).basePath == "")
    }

    @Test("the log's level and format can be given in any order")
    func log() throws {
        let options = try options(["--log", "json,debug"])
        #expect(options.logLevel == .debug)
        #expect(options.logFormat == .json)
    }

    @Test("--help and --version override the options before them")
    func questions() throws {
        guard case .tell(let help) = try read(["--port", "1", "--help"]) else { throw NeverHappened("help") }
        #expect(help.contains("Usage: downbeat"))
        guard case .tell(let version) = try read(["--version"]) else { throw NeverHappened("version") }
        #expect(version == "downbeat \(ProgramVersion.text)\n")
    }

    @Test("options and files come after analyze, and only files after --")
    func analyze() throws {
        let words = ["analyze", "a.mp3", "--jobs", "3", "-", "--beats=b.txt", "--", "--odd name.flac"]
        guard case .analyze(let options) = try read(words, ["DOWNBEAT_TIMEOUT": "9"]) else { throw NeverHappened("analysis") }
        #expect(options.files == ["a.mp3", "-", "--odd name.flac"])
        #expect(options.jobs == 3 && options.timeout == 9 && options.beats == "b.txt" && options.analysis == nil)
    }

    @Test("analysis leaves one core free if there is more than one")
    func jobs() throws {
        for (cores, jobs) in [(1, 1), (2, 1), (8, 7)] {
            let command = try CommandLineReader(cores: cores).read(["analyze", "a"], environment: [:])
            guard case .analyze(let options) = command else { throw NeverHappened("analysis") }
            #expect(options.jobs == jobs, "\(cores) cores")
        }
    }

    @Test("the value of an option in --print-config reads back as the same value", arguments: Options.rules.map(\.name))
    func showsWhatItReads(_ name: String) throws {
        let values = [
            "port": "81", "bind": "::1", "loops": "3", "public": "/tmp", "renderers": "/r", "base-path": "/a/b",
            "log": "warning,json",
            "allow-host": "a.example,*.b.example", "allow-origin": "https://a.example",
            "tls": "auto", "tls-cert": "/a.pem:/b.pem", "tls-key": "/a.key:/b.key", "tls-only": "yes", "hsts": "yes",
            "frame-ancestors": "'self' https://a.example",
            "trust-proxy": "10.0.0.2,172.16.0.0/12", "max-connections-per-address": "9", "open-control": "yes", "viewers": "token",
            "no-guardian": "yes", "open": "yes",
            "music": "/a:/b", "data": "/d", "cache-size": "500M", "jobs": "7", "upload-folder": "/u", "upload-limit": "1000",
            "upload-names": "{artist}/{title}", "edit-tags": "alone",
            "lyrics-url": "https://a.example/b", "subsonic": "a=https://a.example/,http://10.0.0.2/ b-2=http://b.example:4533/m",
            "remote-cache": "3G", "rescan-url": "http://nas:8096/Library/Refresh?api_key=1", "companion-port": "8000",
            "companion-open": "yes", "address": "http://nas.local:8080/,https://music.example/a/", "ingress": "172.30.32.2",
            "ingress-owners": "anna,b4c1", "ingress-role": "host", "input-delay": "0.5",
            "input-titles": "desk=mpd://nas:6600,air=shairport:/run/air,music=snapcast://nas:1705",
            "input": "test=tone:,b-2=pipe:/run/b=2,c@48000:24:2=tcp://:4953,d=tcp://[::1]:7,e@heard=pulse:x.monitor,"
                + "f@48000:16:2@heard-40=alsa:hw:CARD=X,DEV=0,g=exec:a, b=tone:,h=alsa:,"
                + "i@encoded=exec:a,j@encoded@heard200=pipe:/j,k@encoded=tcp://h:9,"
                + "l=snapcast://h,m@heard40=snapcast://[::1]:1705",
        ]
        let rule = try #require(Options.rules.first { $0.name == name })
        let value = try #require(values[name], "a new option needs a value here")
        var once = Options()
        try rule.set(&once, value)
        #expect(rule.show(once) != rule.show(Options()))
        var twice = Options()
        try rule.set(&twice, rule.show(once))
        #expect(rule.show(twice) == rule.show(once))
        var untouched = Options()
        try rule.set(&untouched, rule.show(untouched))
        #expect(rule.show(untouched) == rule.show(Options()))
    }

    @Test(
        "the error for an invalid argument names it",
        arguments: [
            (["--prot", "1"], "unknown option --prot"),
            (["--", "1"], "unknown option --"),
            (["-p", "1"], "unknown option -p"),
            ([""], "a music folder needs a name"),
            (["library"], "library needs a word: status, scan, analyze, gc or restore"),
            (["library", "scna"], "\"library scna\" is not known: there are status, scan, analyze, gc and restore"),
            (
                ["--lyrics-url", "file:///etc/passwd"],
                "--lyrics-url takes an address such as https://nas.example/, not \"file:///etc/passwd\""
            ),
            (["--input", "tone:"], "--input takes NAME=KIND: such as desk=pipe:/run/desk or line=pulse:, not \"tone:\""),
            (["--input", "a=pipe:"], "--input takes NAME=KIND: such as desk=pipe:/run/desk or line=pulse:, not \"a=pipe:\""),
            (["--input", "a b=tone:"], "--input takes names of letters, digits, dots, - and _, not \"a b\""),
            (["--input", "a=tone:,a=tone:"], "--input names \"a\" twice"),
            (["--input", "a=tcp://:80,b=tcp://:80"], "--input names tcp://:80 twice"),
            (
                ["--input", "a=alsa:--help"],
                "--input takes NAME=KIND: such as desk=pipe:/run/desk or line=pulse:, not \"a=alsa:--help\""
            ),
            (
                ["--input", "a@44100:8:2=pulse:"],
                "--input takes formats such as 44100:16:2 (rate, bits 16, 24, 32 or f, channels), not \"44100:8:2\""
            ),
            (
                ["--input", "a@heard-501=pulse:"],
                "--input takes heard or heard with milliseconds, such as heard-40, not \"heard-501\""
            ),
            (
                ["--input", "a@encoded@44100:16:2=pipe:/a"],
                "--input takes encoded of pipe:, exec: and tcp:, and then no format, not \"a@encoded@44100:16:2=pipe:/a\""
            ),
            (
                ["--input", "a@encoded=pulse:"],
                "--input takes encoded of pipe:, exec: and tcp:, and then no format, not \"a@encoded=pulse:\""
            ),
            (
                ["--input", "a=snapcast://"],
                "--input takes NAME=KIND: such as desk=pipe:/run/desk or line=pulse:, not \"a=snapcast://\""
            ),
            (
                ["--input", "a@44100:16:2=snapcast://h"],
                "--input takes no format of a Snapcast server, which says its own, not \"a@44100:16:2=snapcast://h\""
            ),
            (["--input-titles", "a=b"], "--input-titles takes NAME=mpd://HOST or NAME=shairport:/PATH, not \"a=b\""),
            (["--input-delay", "0"], "--input-delay takes seconds from 0.3 to 10, not \"0\""),
            (["--cache-size", "2X"], "--cache-size takes a size such as 500M or 2G, not \"2X\""),
            (["--open-control=maybe"], "--open-control takes yes or no, not \"maybe\""),
            (["inputs", "a"], "inputs takes no words, not \"a\""),
            (["clients", "a", "b"], "clients takes one folder, not 2"),
            (["clients", "--port", "1"], "unknown option --port"),
            (["--port"], "--port needs a value: --port N"),
            (["--port", "65536"], "--port takes a number from 0 to 65535, not \"65536\""),
            (["--port", "-1"], "--port takes a number from 0 to 65535, not \"-1\""),
            (["--port="], "--port takes a number from 0 to 65535, not \"\""),
            (["--loops", "0"], "--loops takes a number from 1 to 64, not \"0\""),
            (["--base-path", "music"], "--base-path takes a path such as /downbeat, not \"music\""),
            (["--base-path", "/a//b"], "--base-path takes a path such as /downbeat, not \"/a//b\""),
            (["--base-path", "/a b"], "--base-path takes a path such as /downbeat, not \"/a b\""),
            (["--log", "loud"], "--log takes debug, info, warning, error, text and json, not \"loud\""),
            (
                ["--trust-proxy", "10.0.0.0/33"],
                "--trust-proxy takes addresses such as 10.0.0.2 or 172.16.0.0/12, not \"10.0.0.0/33\""
            ),
            (
                ["--trust-proxy", "proxy"],
                "--trust-proxy takes addresses such as 10.0.0.2 or 172.16.0.0/12, not \"proxy\""
            ),
            (["--frame-ancestors", "*; script-src *"], "--frame-ancestors takes sources"),
            (["--frame-ancestors", "a\r\nb: c"], "--frame-ancestors takes sources"),
            (["--max-connections-per-address", "0"], "--max-connections-per-address takes a number from 1 to 1000000"),
        ])
    func refusals(_ arguments: [String], _ reason: String) throws {
        let failure = #expect(throws: Failure.self) { try read(arguments) }
        #expect(failure?.code == 64)
        #expect(failure?.line.hasPrefix(reason) == true, "\(failure?.line ?? "no failure")")
    }

    @Test("the error for an invalid value in the environment names the variable")
    func environmentRefusal() throws {
        let failure = #expect(throws: Failure.self) { try read([], ["DOWNBEAT_LOOPS": "many"]) }
        #expect(failure?.line.hasPrefix("DOWNBEAT_LOOPS takes a number") == true)
    }
}
