import API
import Fetch
import Library
import Live
import Music
import Session
import System
import Web

/// The settings of the server.
struct Options {
    var port: UInt16 = 8080
    var bind = Invitation.everywhere
    var loops = 1
    var publicFolder: String?
    var renderersFolder: String?
    var basePath = ""
    var logLevel = Log.Level.info
    var logFormat = Log.Format.text
    var allowedHosts: [String] = []
    var allowedOrigins: [String] = []
    var trustedProxies: [AddressRange] = []
    /// Gateways such as Home Assistant's ingress, and who their users are here.
    var gateways: [AddressRange] = []
    var gatewayOwners: [String] = []
    var gatewayRole = Role.viewer
    /// The page's addresses for other devices; nil for those of this machine's networks.
    var addresses: [String]?
    var frameAncestors = "'self'"
    var inputs: [NamedInput] = []
    /// How much later inputs are heard than they come.
    var inputDelay = LiveMode.usualDelay
    var inputTitles: [InputTitles] = []
    var tls = TLSOptions()
    /// Browsers are told to use this host by https only.
    var bindsToTLS = false
    var limits = Limits()
    /// Everyone on the network may control the server, without a token.
    var isControlOpen = false
    /// Whether the browser of the desktop session is to show the page.
    var opensBrowser = false
    /// The port at whose root the companion's API is; nil for none.
    var companionPort: UInt16?
    /// Everyone may change through that port what can be changed there.
    var isCompanionOpen = false
    /// The environment of a companion, if the server was started in one.
    var companion: CompanionEnvironment?
    /// The server runs without a guardian that restarts it.
    var isUnguarded = false
    /// Reading needs the viewers' key, the owner's token or a link.
    var needsViewerKey = false
    var library = LibraryOptions(jobs: 1)
}

extension Options {
    /// The names by which other devices are told to ask this server.
    var hostsOfAddresses: [String] {
        (addresses ?? []).compactMap { Authority(String($0.split(separator: "/")[1]))?.host }
    }

    /// All options, in the order of `--help`.
    static let rules: [OptionRule<Options>] =
        (LibraryOptions.serverRules + LibraryOptions.rules).map { $0.within(\Options.library) } + serverRules

    private static let serverRules: [OptionRule<Options>] = [
        OptionRule(
            name: "port", argument: "N", help: "port to listen on (default: 8080; 0 lets the system choose)",
            set: { (options, text) throws(OptionProblem) in options.port = try OptionProblem.number(text, in: 0...65535) },
            show: { "\($0.port)" }),
        OptionRule(
            name: "bind", argument: "ADDRESS",
            help: "address to listen on (default: ::, every address of this machine)",
            set: { (options, text) throws(OptionProblem) in options.bind = text }, show: { $0.bind }),
        OptionRule(
            name: "loops", argument: "N", help: "event loops, one thread each (default: the cores, at most 4)",
            set: { (options, text) throws(OptionProblem) in options.loops = try OptionProblem.number(text, in: 1...64) },
            show: { "\($0.loops)" }),
        OptionRule(
            name: "public", argument: "DIR", help: "folder of the page (default: the Public folder beside the program)",
            set: { (options, text) throws(OptionProblem) in options.publicFolder = text.isEmpty ? nil : text },
            show: { $0.publicFolder ?? "" }),
        OptionRule(
            name: "renderers", argument: "DIR", help: "folder of your own styles: scripts and ISF files (default: none)",
            set: { (options, text) throws(OptionProblem) in options.renderersFolder = text.isEmpty ? nil : text },
            show: { $0.renderersFolder ?? "" }),
        OptionRule(
            name: "base-path", argument: "PATH", help: "path prefix that a proxy does not remove, such as /downbeat",
            set: { (options, text) throws(OptionProblem) in options.basePath = try path(text) },
            show: { $0.basePath }),
        OptionRule(
            name: "log", argument: "WORDS",
            help: "debug, info, warning or error, and text or json (default: info,text)",
            set: { (options, text) throws(OptionProblem) in try setLog(&options, text) },
            show: { "\($0.logLevel.name),\($0.logFormat.rawValue)" }),
        OptionRule(
            name: "allow-host", argument: "NAMES",
            help: "host names the server may be called by, besides addresses and LAN names",
            set: { (options, text) throws(OptionProblem) in options.allowedHosts = list(text) },
            show: { $0.allowedHosts.joined(separator: ",") }),
        OptionRule(
            name: "allow-origin", argument: "ORIGINS",
            help: "other sites whose pages may connect, such as https://home.example",
            set: { (options, text) throws(OptionProblem) in options.allowedOrigins = list(text) },
            show: { $0.allowedOrigins.joined(separator: ",") }),
        OptionRule(
            name: "trust-proxy", argument: "ADDRESSES",
            help: "proxies whose X-Forwarded-* headers are trusted, such as 172.16.0.0/12",
            set: { (options, text) throws(OptionProblem) in options.trustedProxies = try ranges(text) },
            show: { options in options.trustedProxies.map(\.description).joined(separator: ",") }),
        OptionRule(
            name: "address", argument: "URLS",
            help: "addresses for other devices, such as http://nas.local:8080 (default: this machine's)",
            set: { (options, text) throws(OptionProblem) in options.addresses = try addresses(text) },
            show: { $0.addresses.map { $0.isEmpty ? "none" : $0.joined(separator: ",") } ?? "" }),
        OptionRule(
            name: "ingress", argument: "ADDRESSES",
            help: "gateways that say who asks, such as Home Assistant's, 172.30.32.2",
            set: { (options, text) throws(OptionProblem) in options.gateways = try ranges(text) },
            show: { options in options.gateways.map(\.description).joined(separator: ",") }),
        OptionRule(
            name: "ingress-owners", argument: "NAMES",
            help: "users of these gateways who are owners, by their login names or numbers (default: none)",
            set: { (options, text) throws(OptionProblem) in options.gatewayOwners = list(text) },
            show: { $0.gatewayOwners.joined(separator: ",") }),
        OptionRule(
            name: "ingress-role", argument: "ROLE",
            help: "what all other users of these gateways are: viewer (default), guest, cohost or host",
            set: { (options, text) throws(OptionProblem) in
                guard let role = Role(rawValue: text), role != .owner else {
                    throw OptionProblem("takes viewer, guest, cohost or host, not \"\(text)\"")
                }
                options.gatewayRole = role
            },
            show: { $0.gatewayRole.rawValue }),
        OptionRule(
            name: "input", argument: "NAME=KIND:",
            help: "live sound: desk=pipe:/PATH, exec:COMMAND, tcp://:PORT, pulse:, alsa:, snapcast:, tone:",
            set: { (options, text) throws(OptionProblem) in options.inputs = try NamedInput.named(text) },
            show: { NamedInput.text($0.inputs) }),
        OptionRule(
            name: "input-delay", argument: "SECONDS",
            help: "how much later live sound is heard than it comes, 0.3 to 10 (default: 2)",
            set: { (options, text) throws(OptionProblem) in
                guard let seconds = Double(text), LiveMode.delays.contains(seconds), let delay = MediaTime(checking: seconds) else {
                    throw OptionProblem("takes seconds from 0.3 to 10, not \"\(text)\"")
                }
                options.inputDelay = delay
            },
            show: { "\($0.inputDelay.seconds)" }),
        OptionRule(
            name: "input-titles", argument: "NAME=KIND:",
            help: "what live sound plays: desk=mpd://HOST, air=shairport:/PATH (default: none)",
            set: { (options, text) throws(OptionProblem) in options.inputTitles = try InputTitles.named(text) },
            show: { InputTitles.text($0.inputTitles) }),
        OptionRule(
            name: "tls", argument: "HOW",
            help: "off (default), or auto: https on the same port, certified by the server's own authority",
            set: { (options, text) throws(OptionProblem) in
                guard ["off", "auto"].contains(text) else { throw OptionProblem("takes off or auto, not \"\(text)\"") }
                options.tls.isAutomatic = text == "auto"
            },
            show: { $0.tls.isAutomatic ? "auto" : "off" }),
        OptionRule(
            name: "tls-cert", argument: "FILES", help: "certificates for https (PEM, with their chains), separated by colons",
            set: { (options, text) throws(OptionProblem) in options.tls.certificates = paths(text) },
            show: { $0.tls.certificates.joined(separator: ":") }),
        OptionRule(
            name: "tls-key", argument: "FILES", help: "their keys (PEM), in the same order",
            set: { (options, text) throws(OptionProblem) in options.tls.keys = paths(text) },
            show: { $0.tls.keys.joined(separator: ":") }),
        OptionRule(
            name: "tls-only", argument: "", help: "answer plain http with a redirect to https",
            set: { (options, text) throws(OptionProblem) in options.tls.isRequired = try OptionProblem.truth(text) },
            show: { $0.tls.isRequired ? "yes" : "no" }),
        OptionRule(
            name: "hsts", argument: "", help: "bind browsers to https for this host, and for all other services on it, for a year",
            set: { (options, text) throws(OptionProblem) in options.bindsToTLS = try OptionProblem.truth(text) },
            show: { $0.bindsToTLS ? "yes" : "no" }),
        OptionRule(
            name: "frame-ancestors", argument: "SOURCES",
            help: "pages that may show ours in a frame, as in Content-Security-Policy (default: 'self')",
            set: { (options, text) throws(OptionProblem) in options.frameAncestors = try policySources(text) },
            show: { $0.frameAncestors }),
        OptionRule(
            name: "max-connections-per-address", argument: "N",
            help: "connections one address may hold, this machine's own not counted (default: 1000)",
            set: { (options, text) throws(OptionProblem) in
                options.limits.connectionsPerAddress = try OptionProblem.number(text, in: 1...1_000_000)
            },
            show: { "\($0.limits.connectionsPerAddress)" }),
        OptionRule(
            name: "open-control", argument: "", help: "let everyone on the network control the server, without a control key",
            set: { (options, text) throws(OptionProblem) in options.isControlOpen = try OptionProblem.truth(text) },
            show: { $0.isControlOpen ? "yes" : "no" }),
        OptionRule(
            name: "open", argument: "", help: "open the page in the browser of this desktop session, as its owner",
            set: { (options, text) throws(OptionProblem) in options.opensBrowser = try OptionProblem.truth(text) },
            show: { $0.opensBrowser ? "yes" : "no" }),
        OptionRule(
            name: "companion-port", argument: "N",
            help: "port for apps that expect a companion of their music server, such as 8000 (default: none)",
            set: { (options, text) throws(OptionProblem) in
                options.companionPort = try text.isEmpty ? nil : OptionProblem.number(text, in: 0...65535)
            },
            show: { $0.companionPort.map { "\($0)" } ?? "" }),
        OptionRule(
            name: "companion-open", argument: "",
            help: "let everyone on the network change music through the companion port, without a control key",
            set: { (options, text) throws(OptionProblem) in options.isCompanionOpen = try OptionProblem.truth(text) },
            show: { $0.isCompanionOpen ? "yes" : "no" }),
        OptionRule(
            name: "no-guardian", argument: "", help: "serve without the small process that restarts the server when it dies",
            set: { (options, text) throws(OptionProblem) in options.isUnguarded = try OptionProblem.truth(text) },
            show: { $0.isUnguarded ? "yes" : "no" }),
        OptionRule(
            name: "viewers", argument: "WHO",
            help: "who may see and hear: open for everyone (default), or token for those who have a key",
            set: { (options, text) throws(OptionProblem) in
                guard ["open", "token"].contains(text) else { throw OptionProblem("takes open or token, not \"\(text)\"") }
                options.needsViewerKey = text == "token"
            },
            show: { $0.needsViewerKey ? "token" : "open" }),
    ]

    private static func paths(_ text: String) -> [String] { text.split(separator: ":").map { LibraryOptions.absolute(String($0)) } }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    }

    private static func path(_ text: String) throws(OptionProblem) -> String {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        if trimmed.isEmpty { return "" }
        let isPlain = trimmed.utf8.allSatisfy { byte in
            switch UInt8(byte) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
        guard trimmed.hasPrefix("/"), !trimmed.contains("//"), isPlain else {
            throw OptionProblem("takes a path such as /downbeat, not \"\(text)\"")
        }
        return trimmed
    }

    private static func addresses(_ text: String) throws(OptionProblem) -> [String]? {
        if text.isEmpty { return nil }
        if text == "none" { return [] }
        return try list(text).map { (word) throws(OptionProblem) in
            let address = word.hasSuffix("/") ? word : word + "/"
            let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard ["http:", "https:"].contains(parts[0]), parts[1].isEmpty,
                Authority(String(parts[2].prefix { $0 != "/" }).replacing("*", with: "a", maxReplacements: 1)) != nil,
                address.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"?#\"<>\\".utf8.contains($0) })
            else {
                throw OptionProblem("takes addresses such as http://nas.local:8080, not \"\(word)\"")
            }
            return address
        }
    }

    private static func setLog(_ options: inout Options, _ text: String) throws(OptionProblem) {
        for word in list(text) {
            if let level = Log.Level.allCases.first(where: { $0.name == word }) {
                options.logLevel = level
            } else if let format = Log.Format(rawValue: word) {
                options.logFormat = format
            } else {
                throw OptionProblem("takes debug, info, warning, error, text and json, not \"\(word)\"")
            }
        }
    }

    private static func ranges(_ text: String) throws(OptionProblem) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for word in list(text) {
            guard let range = AddressRange(word) else {
                throw OptionProblem("takes addresses such as 10.0.0.2 or 172.16.0.0/12, not \"\(word)\"")
            }
            ranges.append(range)
        }
        return ranges
    }

    private static func policySources(_ text: String) throws(OptionProblem) -> String {
        guard text.utf8.allSatisfy({ $0 >= 32 && $0 < 127 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") })
        else {
            throw OptionProblem("takes sources such as 'self' https://home.example, not \"\(text)\"")
        }
        return text
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> String {
        var rest = self
        while rest.first == character { rest.removeFirst() }
        while rest.last == character { rest.removeLast() }
        return String(rest)
    }
}

extension LibraryOptions {
    /// The options of every command that uses the library.
    static let rules: [OptionRule<LibraryOptions>] = [
        OptionRule(
            name: "data", argument: "DIR",
            help: "folder for everything downbeat keeps (default: downbeat in $XDG_DATA_HOME or ~/.local/share)",
            set: { (options, text) throws(OptionProblem) in options.dataFolder = text.isEmpty ? nil : absolute(text) },
            show: { $0.dataFolder ?? "" }),
        OptionRule(
            name: "cache-size", argument: "SIZE", help: "room for analysis files, such as 500M or 2G (default: 2G)",
            set: { (options, text) throws(OptionProblem) in options.cacheSize = try OptionProblem.size(text) },
            show: { OptionProblem.text(ofSize: $0.cacheSize) }),
        OptionRule(
            name: "jobs", argument: "N", help: "files analyzed at the same time (default: the cores less one)",
            set: { (options, text) throws(OptionProblem) in options.jobs = try OptionProblem.number(text, in: 1...256) },
            show: { "\($0.jobs)" }),
    ]

    /// The options of the server only.
    static let serverRules: [OptionRule<LibraryOptions>] = [
        OptionRule(
            name: "music", argument: "DIRS", help: "music folders, separated by colons, besides those named without an option",
            set: { (options, text) throws(OptionProblem) in
                options.folders = text.split(separator: ":").map { absolute(String($0)) }
            },
            show: { $0.folders.joined(separator: ":") }),
        OptionRule(
            name: "upload-folder", argument: "DIR", help: "folder for music that is uploaded (default: no uploads)",
            set: { (options, text) throws(OptionProblem) in options.uploadFolder = text.isEmpty ? nil : absolute(text) },
            show: { $0.uploadFolder ?? "" }),
        OptionRule(
            name: "upload-limit", argument: "SIZE", help: "largest upload, such as 500M (default: 2G)",
            set: { (options, text) throws(OptionProblem) in options.uploadLimit = try OptionProblem.size(text) },
            show: { OptionProblem.text(ofSize: $0.uploadLimit) }),
        OptionRule(
            name: "upload-names", argument: "PATTERN",
            help: "name uploads by their tags, such as {artist}/{album}/{track} {title} (default: as they come)",
            set: { (options, text) throws(OptionProblem) in
                do throws(UploadPattern.Mistake) {
                    options.uploadPattern = text.isEmpty ? nil : try UploadPattern(text)
                } catch {
                    throw OptionProblem("takes \(error), not \"\(text)\"")
                }
            },
            show: { $0.uploadPattern?.text ?? "" }),
        OptionRule(
            name: "edit-tags", argument: "", help: "let owners edit the tags of the files in the music folders",
            set: { (options, text) throws(OptionProblem) in
                options.tagEditing = try text == "alone" ? .alone : OptionProblem.truth(text) ? .proven : .none
            },
            show: { $0.tagEditing == .none ? "no" : $0.tagEditing == .alone ? "alone" : "yes" }),
        OptionRule(
            name: "lyrics-url", argument: "URL", help: "service like LRCLIB to ask for missing lyrics (default: none is asked)",
            set: { (options, text) throws(OptionProblem) in
                options.lyricsService = try text.isEmpty ? nil : OptionProblem.address(text)
            },
            show: { $0.lyricsService?.text ?? "" }),
        OptionRule(
            name: "subsonic", argument: "NAME=URL",
            help: "Navidrome or other Subsonic servers, such as home=https://nas.example (default: none)",
            set: { (options, text) throws(OptionProblem) in options.namedServers = try MusicServers.named(text) },
            show: { MusicServers.text($0.namedServers) }),
        OptionRule(
            name: "rescan-url", argument: "URL",
            help: "address to fetch after files were changed, so that another server scans (default: none)",
            set: { (options, text) throws(OptionProblem) in
                options.rescanAddress = try text.isEmpty ? nil : OptionProblem.address(text, isWhole: true)
            },
            // Queries hold keys.
            show: { $0.rescanAddress.map { $0.text.prefix { $0 != "?" } + ($0.text.contains("?") ? "?hidden" : "") } ?? "" }),
        OptionRule(
            name: "remote-cache", argument: "SIZE", help: "room for files from music servers, such as 500M or 10G (default: 10G)",
            set: { (options, text) throws(OptionProblem) in options.fetchedSize = try OptionProblem.size(text) },
            show: { OptionProblem.text(ofSize: $0.fetchedSize) }),
    ]
}
