import Fetch
import Foundation
import Library
import Subsonic
import System
import Testing
import Waiting

@testable import App

@Suite("The environment of a companion")
final class CompanionEnvironmentTests {
    private let music = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString
    private var whole: [String: String] {
        [
            "MUSIC_DIR": music, "DB_PATH": "/data/smart_dj.db", "VIS_CACHE_DIR": "/data/vis_cache",
            "NAVIDROME_URL": "http://navidrome:4533/", "SUBSONIC_USER": "anna", "SUBSONIC_TOKEN": "t0ken", "SUBSONIC_SALT": "s",
        ]
    }

    init() throws { try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: music) }

    private func options(_ environment: [String: String], _ words: [String] = []) throws -> Options {
        guard case .serve(let options) = try CommandLineReader(cores: 2).read(words, environment: environment) else {
            throw NeverHappened("serving")
        }
        return options
    }

    @Test("its settings are those of the companion: its port, its music, edits and uploads without a key, and the music server")
    func settings() throws {
        let options = try options(whole)
        #expect(options.companionPort == 8000 && options.isCompanionOpen && options.library.tagEditing == .proven)
        #expect(options.library.folders == [music] && options.library.uploadFolder == music + "/Uploads")
        #expect(!FileManager.default.fileExists(atPath: music + "/Uploads"))
        options.companion?.makeFolder(options)
        #expect(FileManager.default.fileExists(atPath: music + "/Uploads"))
        let server = try #require(options.library.servers.first)
        #expect(server.name == "navidrome" && server.addresses.map(\.text) == ["http://navidrome:4533/"])
        #expect(server.login.user == "anna")
        if case .token("t0ken", "s") = server.login.secret {} else { Issue.record("the login is another") }
        #expect(!options.isControlOpen && options.port == 8080)
    }

    @Test("what an option or a variable of our own says comes first")
    func precedence() throws {
        var environment = whole
        environment["DOWNBEAT_COMPANION_OPEN"] = "no"
        environment["DOWNBEAT_EDIT_TAGS"] = "no"
        environment["DOWNBEAT_UPLOAD_FOLDER"] = ""
        environment["DOWNBEAT_MUSIC"] = music
        let options = try options(environment, ["--companion-port", "9000"])
        #expect(options.companionPort == 9000 && !options.isCompanionOpen && options.library.tagEditing == .none)
        #expect(options.library.uploadFolder == nil && options.library.folders == [music])
    }

    @Test("music that cannot be written is served, and nothing is uploaded into it")
    func readOnly() throws {
        var environment = whole
        // Nobody may write into what is not there, not even root.
        environment["MUSIC_DIR"] = music + "/away"
        let options = try options(environment)
        #expect(options.library.folders == [music + "/away"] && options.library.uploadFolder == nil)
    }

    @Test("the folder alone, and the rest without it, are those of other programs")
    func others() throws {
        for name in ["MUSIC_DIR", "DB_PATH", "NAVIDROME_URL"] {
            let options = try options([name: whole[name] ?? ""])
            #expect(options.companionPort == nil && !options.isCompanionOpen && options.library.tagEditing == .none)
            #expect(options.library.folders.isEmpty && options.library.servers.isEmpty)
        }
    }

    @Test("a login that is not whole, or an address that is none, leaves the music server out and does not stop the server")
    func incomplete() throws {
        for (name, value) in [
            ("SUBSONIC_SALT", ""), ("SUBSONIC_USER", ""), ("SUBSONIC_TOKEN", ""), ("NAVIDROME_URL", "navidrome:4533"),
        ] {
            var environment = whole
            environment[name] = value
            let options = try options(environment)
            #expect(options.library.servers.isEmpty && options.companionPort == 8000, "\(name)")
        }
    }

    @Test("--print-config says where the settings come from")
    func configuration() throws {
        guard case .tell(let text) = try CommandLineReader(cores: 2).read(["--print-config"], environment: whole) else {
            throw NeverHappened("telling")
        }
        #expect(text.contains("companion-port = 8000  # companion\n") && text.contains("edit-tags = yes  # companion\n"))
        #expect(!text.contains("t0ken"))
    }

    @Test("a music server of the command line may sign in with a token and its salt")
    func tokenOption() throws {
        let start = "DOWNBEAT_SUBSONIC_HOME_"
        let login = [start + "USER": "anna", start + "TOKEN": "t0ken", start + "SALT": "s"]
        let server = try #require(try options(login, ["--subsonic", "home=http://nas"]).library.servers.first)
        if case .token("t0ken", "s") = server.login.secret {} else { Issue.record("the login is another") }
        for name in ["USER", "SALT"] {
            let failure = #expect(throws: Failure.self) {
                try options(login.filter { $0.key != start + name }, ["--subsonic", "home=http://nas"])
            }
            #expect(failure?.line.contains(start + "SALT") == true)
        }
    }

    @Test("profiles and frames of a companion are kinds of analysis")
    func analyses() throws {
        func extent(_ words: [String]) throws -> String {
            guard
                case .library(.analyze(let wish), _) = try CommandLineReader(cores: 2).read(
                    ["library", "analyze"] + words, environment: [:])
            else { throw NeverHappened("analyzing") }
            return wish.extent.rawValue + (wish.isForced ? " again" : "")
        }
        #expect(try extent([]) == extent(["--missing"]))
        #expect(try extent(["--dj"]) == extent(["--missing"]))
        #expect(try extent(["--vis"]) == extent(["--all"]))
        #expect(try extent(["--vis", "--dj"]) == extent(["--all"]))
        #expect(try extent(["--dj", "--force"]) == extent(["--force"]))
    }
}
