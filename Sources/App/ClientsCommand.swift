import API
import Foundation
import System
import Text

/// `downbeat clients`: copies the programs for lights and scripts from the page's folder into one of yours.
struct ClientsCommand: Sendable {
    /// The endings of the files that run outside a browser.
    private static let endings = ["mjs", "py", "sh"]

    private let folder: String
    private let publicFolder: String?
    /// Files that differ are overwritten.
    private let isForced: Bool

    init(into folder: String, from publicFolder: String?, isForced: Bool) {
        self.folder = folder
        self.publicFolder = publicFolder
        self.isForced = isForced
    }

    /// What became of one file.
    private enum Outcome: String {
        case new = "copied"
        case replaced = "replaced"
        case same = "is there already"
        case kept = "kept, since it differs: --force replaces it"
        case inTheWay = "not copied: something that is no file has its name"
    }

    /// Returns whether all files are in the folder as they are here.
    func run() throws(Failure) -> Bool {
        guard let found = publicFolder ?? PublicFolder.find() else {
            throw .unavailable("no Public folder found: name it with --public DIR")
        }
        let source = found + "/clients"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: source)) ?? [])
            .filter { name in Self.endings.contains { name.hasSuffix("." + $0) } }.sorted()
        guard !names.isEmpty else { throw .unavailable("there are no clients in \(source)") }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .unavailable("the folder \(folder) cannot be made: check its path and who may write there")
        }
        var there = 0
        for name in names {
            let outcome: Outcome
            do {
                outcome = try copy(name, from: source)
            } catch {
                throw .unavailable("\(folder)/\(name) cannot be written: check who may write there, and the space")
            }
            say("\(name): \(outcome.rawValue)")
            if ![.kept, .inTheWay].contains(outcome) { there += 1 }
        }
        say("\(there) of \(names.count) files are in \(folder); try: python3 \(folder)/beats.py http://localhost:8080")
        return there == names.count
    }

    private func copy(_ name: String, from source: String) throws -> Outcome {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(source)/\(name)"))
        let place = "\(folder)/\(name)"
        // Of a link itself: neither a folder nor a link is written through.
        let kind = (try? FileManager.default.attributesOfItem(atPath: place))?[.type] as? FileAttributeType
        let isThere = kind != nil
        if isThere {
            guard kind == .typeRegular else { return .inTheWay }
            if try Data(contentsOf: URL(fileURLWithPath: place)) == data { return .same }
            guard isForced else { return .kept }
        }
        try data.write(to: URL(fileURLWithPath: place), options: isThere ? .atomic : .withoutOverwriting)
        if data.starts(with: Data("#!".utf8)) {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
        }
        return isThere ? .replaced : .new
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line.asOneLine + "\n").utf8))
    }
}
