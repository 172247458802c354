import Music
import System
import Workers

/// Archives of music: each song is stored by itself, and covers go beside their songs.
extension Library {
    /// Stores what can be stored of an archive; each file that cannot is told of.
    func unpack(
        _ upload: UploadedFile, again: Bool, tell: @Sendable (_ done: Int, _ all: Int) -> Void
    ) async throws -> UploadReport {
        var report = UploadReport()
        let archive = try OpenFile(sharing: upload.file.raw)
        let list = try await DiskThreads.run {
            do throws(ZipArchive.Damage) {
                return try ZipArchive(size: archive.count, read: archive.read)
            } catch {
                throw LibraryRefusal.notMusic(name: upload.name, reason: "it \(error)")
            }
        }
        let shown = list.entries.filter { entry in
            let isHidden = entry.name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
            return !isHidden || entry.trouble == .path
        }
        let music = shown.filter { MusicNames.isMusic(Array($0.name.utf8)[...]) }
        let unpacked = music.reduce(0) { min($0, .max / 2) + min($1.size, .max / 2) }
        guard let limit = uploads?.limit, (unpacked + 1) / 2 <= limit else {
            throw LibraryRefusal.notMusic(name: upload.name, reason: "it would be larger than two uploads may be")
        }
        var covers = ArchiveCovers(of: shown)
        for (done, entry) in music.enumerated() {
            tell(done, music.count)
            try await note(entry, in: &report) {
                let parts = entry.name.split(separator: "/").map(String.init)
                let one = UploadedFile(
                    name: parts.last ?? "", in: Array(parts.dropLast()), file: try await unpack(entry, of: archive),
                    tags: upload.tags)
                let stored = try await store([one], again: again)
                covers.note(stored, from: entry)
                return stored
            }
        }
        let wanted = covers.wanted(outside: uploads?.folder)
        for cover in wanted { try await note(cover.entry, in: &report) { try await keep(cover, of: archive) } }
        report.leftOut = list.entries.count - music.count - Set(wanted.map(\.entry.name)).count
        return report
    }

    /// Adds what `work` has stored to the report, or why it has not.
    private func note(
        _ entry: ZipArchive.Entry, in report: inout UploadReport, _ work: () async throws -> [StoredUpload]
    ) async throws {
        do {
            report.add(try await work())
        } catch let damage as ZipUnpacker.Damage {
            report.refuse(entry.name, "It \(damage).")
        } catch let refusal as TagRefusal {
            report.refuse(entry.name, refusal.description)
        } catch let refusal as LibraryRefusal where ![.diskFull, .overloaded].contains(refusal) {
            report.refuse(entry.name, refusal.description)
        }
    }

    private func unpack(_ entry: ZipArchive.Entry, of archive: OpenFile) async throws -> WorkerFile {
        if let trouble = entry.trouble { throw ZipUnpacker.Damage(description: trouble.rawValue) }
        let spool = data.spool
        return try await DiskThreads.run {
            let file = try WorkerFile(namelessIn: spool)
            try ZipUnpacker(archive: archive).unpack(entry, to: file)
            return file
        }
    }

    /// Puts a cover beside its songs; it is no upload of its own.
    private func keep(_ cover: ArchiveCovers.Cover, of archive: OpenFile) async throws -> [StoredUpload] {
        guard let uploads else { return [] }
        let file = try await unpack(cover.entry, of: archive)
        try await uploads.check(cover: try await DiskThreads.run { try file.start(atMost: ArchiveCovers.mostBytes) })
        let isKept = try await DiskThreads.run {
            try uploads.keep(cover: file, called: cover.entry.name, in: cover.parent, beside: cover.songs)
        }
        // The scan sees the picture now.
        if isKept { try await takeIn(cover.parent) }
        return []
    }
}
