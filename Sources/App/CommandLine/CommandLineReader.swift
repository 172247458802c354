import Library
import System
import Workers

/// A parsed command line.
enum Command {
    case serve(Options)
    case analyze(AnalyzeOptions)
    case library(LibraryCommand.Action, LibraryOptions)
    case clients(ClientsCommand)
    case settings(SettingsCommand)
    /// Asks the server with these settings whether it works.
    case health(Options)
    case link(LinkOptions)
    case open(OpenOptions)
    /// Lists what of this machine can be a live input.
    case inputs
    /// A text to print.
    case tell(String)
}

/// Parses the command line, which overrides the environment, which overrides the defaults.
struct CommandLineReader {
    private let cores: Int

    init(cores: Int) {
        self.cores = max(cores, 1)
    }

    func read(_ arguments: [String], environment: [String: String]) throws(Failure) -> Command {
        switch arguments.first {
        case "analyze": try readAnalyze(arguments.dropFirst(), environment)
        case "library": try readLibrary(arguments.dropFirst(), environment)
        case "link": try readLink(arguments.dropFirst(), environment)
        case "open": try readOpen(arguments.dropFirst(), environment)
        case "inputs": try readInputs(arguments.dropFirst())
        case "clients": try readClients(arguments.dropFirst(), environment)
        case "settings": try readSettings(arguments.dropFirst(), environment)
        case "health": try readHealth(arguments.dropFirst(), environment)
        case "serve": try readServe(arguments.dropFirst(), environment)
        default: try readServe(arguments[...], environment)
        }
    }

    private func readServe(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var defaults = Options()
        defaults.loops = min(cores, 4)
        defaults.library.jobs = WorkerPool.jobs(cores: cores)
        var reader = OptionReader(Options.rules, defaults: defaults)
        try reader.read(environment: environment)
        var rest = words
        var printsConfiguration = false
        var folders: [String] = []
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h", "help": return .tell(Usage.help)
            case "--version": return .tell("downbeat \(ProgramVersion.text)\n")
            case "--print-config": printsConfiguration = true
            case let option where option.hasPrefix("--"): try reader.read(option, &rest)
            case let option where option.hasPrefix("-"): throw .usage("unknown option \(option)")
            case "": throw .usage("a music folder needs a name")
            default: folders.append(LibraryOptions.absolute(word))
            }
        }
        reader.settings.library.folders += folders
        if !printsConfiguration {
            reader.settings.library.servers = try MusicServers.withLogins(
                reader.settings.library.namedServers, environment: environment)
        }
        var sources = reader.sources
        CompanionEnvironment(environment)?.apply(to: &reader.settings, &sources)
        if !printsConfiguration { return .serve(reader.settings) }
        return .tell(Usage.configuration(reader.settings, sources: sources))
    }

    private func readLibrary(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(LibraryOptions.rules, defaults: LibraryOptions(jobs: WorkerPool.jobs(cores: cores)))
        try reader.read(environment: environment)
        var rest = words
        var paths: [String] = []
        var wishes = OptionReader(AnalysisWish.rules, defaults: AnalysisWish())
        guard let name = rest.popFirst() else { throw .usage("library needs a word: status, scan, analyze, gc or restore") }
        if ["--help", "-h", "help"].contains(name) { return .tell(Usage.libraryHelp) }
        while let word = rest.popFirst() {
            switch word {
            case let option where name == "analyze" && wishes.knows(option): try wishes.read(option, &rest)
            case "--help", "-h": return .tell(Usage.libraryHelp)
            case let option where option.hasPrefix("--"): try reader.read(option, &rest)
            default: paths.append(LibraryOptions.absolute(word))
            }
        }
        guard let action = LibraryCommand.Action(name, wishes.settings, paths) else {
            throw .usage("\"library \(name)\" is not known: there are status, scan, analyze, gc and restore")
        }
        return .library(action, reader.settings)
    }

    private func readClients(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(Options.rules.filter { $0.name == "public" }, defaults: Options())
        try reader.read(environment: environment)
        var rest = words
        var folders: [String] = []
        var isForced = false
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return .tell(Usage.clientsHelp)
            case "--force": isForced = true
            case let option where option.hasPrefix("--"): try reader.read(option, &rest)
            case let option where option.hasPrefix("-"): throw .usage("unknown option \(option)")
            case "": throw .usage("a folder needs a name")
            default: folders.append(LibraryOptions.absolute(word))
            }
        }
        guard folders.count <= 1 else { throw .usage("clients takes one folder, not \(folders.count)") }
        let folder = folders.first ?? LibraryOptions.absolute(".")
        return .clients(ClientsCommand(into: folder, from: reader.settings.publicFolder, isForced: isForced))
    }

    private func readInputs(_ words: ArraySlice<String>) throws(Failure) -> Command {
        switch words.first {
        case nil: return .inputs
        case "--help"?, "-h"?: return .tell(Usage.inputsHelp)
        case let word?: throw .usage("inputs takes no words, not \"\(word)\"")
        }
    }

    private func readSettings(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(LibraryOptions.rules.filter { $0.name == "data" }, defaults: LibraryOptions(jobs: 1))
        try reader.read(environment: environment)
        var rest = words
        var paths: [String] = []
        var isDry = false
        guard let name = rest.popFirst() else { throw .usage("settings needs a word: export or import") }
        if ["--help", "-h", "help"].contains(name) { return .tell(Usage.settingsHelp) }
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return .tell(Usage.settingsHelp)
            case "--dry-run": isDry = true
            case let option where option.hasPrefix("--"): try reader.read(option, &rest)
            default: paths.append(LibraryOptions.absolute(word))
            }
        }
        guard let action = SettingsCommand.Action(name, paths, isDry: isDry) else {
            throw .usage("settings takes export [FILE] or import FILE [--dry-run]")
        }
        return .settings(SettingsCommand(action, data: reader.settings.dataFolder))
    }

    private func readHealth(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(Options.rules, defaults: Options())
        try reader.read(environment: environment)
        var rest = words
        while let word = rest.popFirst() {
            if ["--help", "-h", "help"].contains(word) { return .tell(Usage.help) }
            guard word.hasPrefix("--") else { throw .usage("health takes the server's options, not \"\(word)\"") }
            try reader.read(word, &rest)
        }
        return .health(reader.settings)
    }

    private func readLink(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(LinkOptions.rules, defaults: LinkOptions())
        try reader.read(environment: environment)
        var rest = words
        while let word = rest.popFirst() {
            if ["--help", "-h", "help"].contains(word) { return .tell(Usage.linkHelp) }
            guard word.hasPrefix("--") else { throw .usage("link takes options, not \"\(word)\"") }
            try reader.read(word, &rest)
        }
        return .link(reader.settings)
    }

    private func readOpen(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(OpenOptions.rules, defaults: OpenOptions())
        try reader.read(environment: environment)
        var rest = words
        while let word = rest.popFirst() {
            if ["--help", "-h", "help"].contains(word) { return .tell(Usage.openHelp) }
            guard word.hasPrefix("--") else { throw .usage("open takes options, not \"\(word)\"") }
            try reader.read(word, &rest)
        }
        return .open(reader.settings)
    }

    private func readAnalyze(_ words: ArraySlice<String>, _ environment: [String: String]) throws(Failure) -> Command {
        var reader = OptionReader(AnalyzeOptions.rules, defaults: AnalyzeOptions(jobs: WorkerPool.jobs(cores: cores)))
        try reader.read(environment: environment)
        var rest = words
        var onlyFiles = false
        while let word = rest.popFirst() {
            switch word {
            case _ where onlyFiles: reader.settings.files.append(word)
            case "--": onlyFiles = true
            case "--help", "-h": return .tell(Usage.analyzeHelp)
            case let option where option.hasPrefix("--"): try reader.read(option, &rest)
            default: reader.settings.files.append(word)
            }
        }
        guard !reader.settings.files.isEmpty else { throw .usage("analyze needs the name of a file") }
        return .analyze(reader.settings)
    }
}
