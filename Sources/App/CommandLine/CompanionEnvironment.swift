import Fetch
import Foundation
import Glibc
import Library
import Subsonic
import System

/// The environment of the companion of a music server whose place this server takes: it is started in its container without other settings.
///
/// What an option or a variable of our own says comes first.
struct CompanionEnvironment {
    /// The port that apps ask.
    private static let port: UInt16 = 8000
    /// The name of the music server among ours.
    private static let server = "navidrome"
    /// Where music is stored that an app sends, within the music folder.
    private static let uploads = "Uploads"
    /// What else the companion is told, besides the folder of the music.
    private static let names = [
        "DB_PATH", "VIS_CACHE_DIR", "NAVIDROME_URL", "SUBSONIC_USER", "SUBSONIC_TOKEN", "SUBSONIC_SALT",
    ]

    /// An absolute path.
    private let folder: String
    private let given: [String: String]

    /// Nil unless the environment is one of the companion: its folder alone may be that of any other program.
    init?(_ environment: [String: String]) {
        given = environment.filter { Self.names.contains($0.key) && !$0.value.isEmpty }
        guard let folder = environment["MUSIC_DIR"], !folder.isEmpty, !given.isEmpty else { return nil }
        self.folder = LibraryOptions.absolute(folder)
    }

    /// Sets what the companion has, unless it was given otherwise: `sources` are the sources of the options, and get those that are set here.
    func apply(to options: inout Options, _ sources: inout [String: String]) {
        func set(_ name: String, _ value: () -> Void) {
            guard sources[name] == nil else { return }
            value()
            sources[name] = "companion"
        }
        if !options.library.folders.contains(folder) { options.library.folders.append(folder) }
        set("companion-port") { options.companionPort = Self.port }
        // The companion asks nobody for a key.
        set("companion-open") { options.isCompanionOpen = true }
        set("edit-tags") { options.library.tagEditing = .proven }
        set("upload-folder") { options.library.uploadFolder = uploadFolder }
        set("subsonic") {
            guard case .success(let server) = login else { return }
            options.library.namedServers = [LibraryOptions.NamedServer(name: server.name, addresses: server.addresses)]
            options.library.servers = [server]
        }
        options.companion = self
    }

    /// Nil where the music may not be written.
    private var uploadFolder: String? {
        let path = "\(folder)/\(Self.uploads)"
        return access(access(path, F_OK) == 0 ? path : folder, W_OK | X_OK) == 0 ? path : nil
    }

    /// Makes the folder for uploads, unless there is one or another is used. The library tells if that failed.
    func makeFolder(_ options: Options) {
        let path = "\(folder)/\(Self.uploads)"
        if options.library.uploadFolder == path { mkdir(path, 0o755) }
    }

    private enum LoginProblem: Error {
        case none
        case lacks(String)
    }

    /// The music server that is told of changed files and whose music is served; its login may be missing.
    private var login: Result<SubsonicServer, LoginProblem> {
        guard let text = given["NAVIDROME_URL"] else { return .failure(.none) }
        guard let address = try? OptionProblem.address(text) else { return .failure(.lacks("NAVIDROME_URL is no address")) }
        let missing = ["SUBSONIC_USER", "SUBSONIC_TOKEN", "SUBSONIC_SALT"].filter { given[$0] == nil }
        guard missing.isEmpty, let user = given["SUBSONIC_USER"], let token = given["SUBSONIC_TOKEN"],
            let salt = given["SUBSONIC_SALT"]
        else { return .failure(.lacks("\(missing.joined(separator: " and ")) must be set")) }
        return .success(
            SubsonicServer(
                name: Self.server, addresses: [address],
                login: SubsonicLogin(user: user, secret: .token(token, salt: salt))))
    }

    /// Says what the environment means here. `data` is the data folder.
    func tell(_ log: Log, _ options: Options, data: String) {
        log.info(
            "started in the companion's environment",
            [
                "port": options.companionPort.map { "\($0)" } ?? "none", "music": folder,
                "edits": options.library.tagEditing != .none ? "yes" : "no", "uploads": options.library.uploadFolder ?? "no",
                "data": data,
            ])
        let unused = ["DB_PATH", "VIS_CACHE_DIR"].filter { given[$0] != nil }
        if !unused.isEmpty {
            log.info(
                "analyses and frames are kept in the data folder, not where the companion kept them",
                ["data": data, "unused": unused.joined(separator: " ")])
        }
        if options.isCompanionOpen, options.library.tagEditing != .none || options.library.uploadFolder != nil {
            log.warning(
                "everyone on the network may change music through the companion's port, as it was with the companion",
                ["off": "DOWNBEAT_COMPANION_OPEN=no"])
        }
        if case .failure(.lacks(let what)) = login {
            log.warning("the music server of the companion's environment is not asked", ["reason": what])
        }
    }
}
