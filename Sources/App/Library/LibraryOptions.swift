import Foundation

/// Which music the program knows, and where it keeps what it finds.
struct LibraryOptions: Sendable {
    /// Absolute paths of music folders; none means those of the last time.
    var folders: [String] = []
    /// Nil means the usual place.
    var dataFolder: String?
    /// Bytes that analysis files may take.
    var cacheSize = 2 << 30
    /// Tracks analyzed at the same time.
    var jobs: Int
    /// Where uploads go; nil where there are none.
    var uploadFolder: String?
    /// Bytes of one upload.
    var uploadLimit = 2 << 30

    /// What every command that touches the library takes.
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

    /// What only a server takes.
    static let serverRules: [OptionRule<LibraryOptions>] = [
        OptionRule(
            name: "music", argument: "DIRS", help: "folders of music, apart by colons, besides those named without an option",
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
    ]

    /// A path that stays right wherever the program goes.
    static func absolute(_ path: String) -> String {
        let folder = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (folder + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
