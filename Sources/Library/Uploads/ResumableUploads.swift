import CLinux
import Foundation
import Glibc
import Synchronization
import System
import Text
package import Web
import Workers

/// Uploads that go on after a break of either side: each is a file in the data folder until all of it has come.
package final class ResumableUploads: Sendable {
    /// Stores a file that has come, and tells how far it is.
    typealias Take =
        @Sendable (UploadedFile, _ again: Bool, _ tell: @Sendable (_ done: Int, _ all: Int) -> Void) async throws -> UploadReport

    /// What its client said of an upload.
    package struct Sheet: Codable, Sendable {
        package let name: String
        package let length: Int
        /// Whether it is stored even if its sound is in the library already.
        package let again: Bool
        /// Seconds since 1970.
        let begun: Int
    }

    package enum State: Sendable {
        case receiving
        /// All of it has come, and is being checked, so many of the files in it.
        case checking(done: Int, all: Int)
        case done(UploadReport)
        case failed(LibraryRefusal)
    }

    package struct Upload: Sendable {
        package let id: String
        package let sheet: Sheet
        /// The bytes that have come.
        package fileprivate(set) var offset: Int
        package fileprivate(set) var state: State
        /// When something of it came last, in seconds since 1970.
        fileprivate(set) var heard: Int
        fileprivate var part: Part?
        /// Counts its writers: one that came later ends those before.
        fileprivate var writers = 0

        /// When it is forgotten, in seconds since 1970.
        package var end: Int { heard + ResumableUploads.patience }
    }

    /// The file of an upload.
    fileprivate final class Part: Sendable {
        let file: WorkerFile

        init(_ path: String, flags: Int32) throws {
            let raw = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
            guard raw >= 0 else { throw SystemError("opening an upload") }
            let descriptor = Descriptor(owning: raw)
            file = try WorkerFile(sharing: descriptor.raw)
        }
    }

    private struct Table {
        var uploads: [String: Upload] = [:]
        var take: Take?
        var tell: @Sendable (UploadNews) -> Void = { _ in }
    }

    /// Uploads that are not complete; each holds a file open.
    static let mostOpen = 64
    /// Uploads of which the outcome is still told.
    private static let mostTold = 500
    /// How long an upload may rest, in seconds: a day.
    static let patience = 86_400
    /// What stays free on the disk, in bytes.
    private static let reserve = 64 << 20
    private static let mostSheetBytes = 4096

    private let folder: String
    private let limit: Int
    private let log: Log
    private let clock: any HouseClock
    private let table = Mutex(Table())

    /// Takes up the uploads that the last process left.
    init(folder: String, limit: Int, log: Log, clock: any HouseClock) throws {
        (self.folder, self.limit, self.log, self.clock) = (folder, limit, log, clock)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for id in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            if let upload = found(id) { table.withLock { $0.uploads[id] = upload } } else { erase(id) }
        }
    }

    /// Nil for what is too old or damaged.
    private func found(_ id: String) -> Upload? {
        var status = stat()
        guard stat(partPath(id), &status) == 0, clock.second - status.st_mtim.tv_sec < Self.patience,
            let text = try? OpenFile(path: sheetPath(id)), text.count <= Self.mostSheetBytes,
            let sheet = text.read(0..<text.count).flatMap({ try? JSON.read(Sheet.self, from: $0) }),
            (1...limit).contains(sheet.length),
            let part = try? Part(partPath(id), flags: 0)
        else { return nil }
        let offset = min(part.file.size, sheet.length)
        return Upload(id: id, sheet: sheet, offset: offset, state: .receiving, heard: status.st_mtim.tv_sec, part: part)
    }

    /// From now on `take` stores complete uploads, and any thread calls `tell` with how far each upload is.
    func start(take: @escaping Take, tell: @escaping @Sendable (UploadNews) -> Void) {
        let complete = table.withLock { table in
            (table.take, table.tell) = (take, tell)
            return table.uploads.values.filter { $0.offset == $0.sheet.length }.map(\.id)
        }
        for id in complete { finish(id) }
    }

    /// Begins an upload. Blocks.
    package func begin(name: String, length: Int, again: Bool) throws -> Upload {
        guard (1...limit).contains(length) else { throw LibraryRefusal.uploadTooLarge(limit: limit) }
        forgetOld()
        let id = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
        let sheet = Sheet(
            name: Uploads.isArchive(name) ? name : try Uploads.name(name), length: length, again: again, begun: clock.second)
        try checkRoom(for: length)
        try FileManager.default.createDirectory(
            atPath: path(id), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        do {
            try NewFile.write(JSON.bytes(sheet), to: sheetPath(id), isSecret: true)
            let part = try Part(partPath(id), flags: O_CREAT | O_EXCL)
            let upload = Upload(id: id, sheet: sheet, offset: 0, state: .receiving, heard: clock.second, part: part)
            try table.withLock { table in
                guard table.uploads.values.count(where: { $0.part != nil }) < Self.mostOpen else {
                    throw LibraryRefusal.tooManyUploads(Self.mostOpen)
                }
                table.uploads[id] = upload
            }
            return upload
        } catch {
            erase(id)
            throw error
        }
    }

    /// Throws if the disk cannot hold an upload beside what is still to come of the others.
    private func checkRoom(for length: Int) throws {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return }
        let coming = table.withLock { $0.uploads.values.reduce(0) { $0 + ($1.part == nil ? 0 : $1.sheet.length - $1.offset) } }
        let free = Int(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
        guard free - Self.reserve - coming >= length else { throw LibraryRefusal.diskFull }
    }

    package func look(_ id: String) throws(LibraryRefusal) -> Upload {
        guard let upload = table.withLock({ $0.uploads[id] }) else { throw .noUpload }
        return upload
    }

    /// The newest last.
    package var all: [Upload] { table.withLock { $0.uploads.values.sorted { ($0.sheet.begun, $0.id) < ($1.sheet.begun, $1.id) } } }

    /// Where the next bytes of an upload go; ends a connection that is still sending them. Does not block.
    package func writer(_ id: String, from offset: Int, count: Int) throws(LibraryRefusal) -> any BodySink {
        let outcome = table.withLock { table -> Result<Writer, LibraryRefusal> in
            guard var upload = table.uploads[id] else { return .failure(.noUpload) }
            guard offset == upload.offset else { return .failure(.wrongOffset(upload.offset)) }
            guard let part = upload.part, count <= upload.sheet.length - offset else {
                return .failure(.uploadTooLarge(limit: upload.sheet.length))
            }
            upload.writers += 1
            table.uploads[id] = upload
            return .success(Writer(self, id, part, number: upload.writers))
        }
        return try outcome.get()
    }

    /// Ends an upload, or forgets its outcome. Blocks.
    package func remove(_ id: String) throws(LibraryRefusal) {
        guard let upload = table.withLock({ $0.uploads.removeValue(forKey: id) }) else { throw .noUpload }
        // A check that runs keeps the file until it ends.
        if upload.part != nil { erase(id) }
    }

    private final class Writer: BodySink {
        private let uploads: ResumableUploads
        private let id: String
        private let part: Part
        private let number: Int

        init(_ uploads: ResumableUploads, _ id: String, _ part: Part, number: Int) {
            (self.uploads, self.id, self.part, self.number) = (uploads, id, part, number)
        }

        func append(_ bytes: [UInt8]) -> SystemError? {
            guard let offset = uploads.offset(id, of: number) else { return SystemError("adding to an upload", code: ECANCELED) }
            guard !bytes.isEmpty else { return nil }
            do {
                try NewFile.write(bytes, to: part.file.raw, at: offset)
                try uploads.came(bytes.count, id, to: number)
                return nil
            } catch let error as SystemError {
                return error
            } catch {
                return SystemError("adding to an upload", code: ECANCELED)
            }
        }
    }

    /// Where a writer goes on; nil when another one has begun, or the upload is gone.
    private func offset(_ id: String, of writer: Int) -> Int? {
        table.withLock { table in
            guard let upload = table.uploads[id], upload.writers == writer else { return nil }
            return upload.offset
        }
    }

    private func came(_ count: Int, _ id: String, to writer: Int) throws {
        let (isComplete, news, tell) = try table.withLock { table in
            guard var upload = table.uploads[id], upload.writers == writer, count <= upload.sheet.length - upload.offset else {
                throw SystemError("adding to an upload", code: ECANCELED)
            }
            let (before, length) = (upload.offset, upload.sheet.length)
            upload.offset += count
            upload.heard = clock.second
            table.uploads[id] = upload
            let isStep = before == 0 || UploadNews.isNewTenth(before, upload.offset, of: length)
            let news = isStep ? UploadNews.receiving(id, upload.sheet.name, upload.offset, of: length) : nil
            return (upload.offset == length, news, table.tell)
        }
        if let news { tell(news) }
        if isComplete { finish(id) }
    }

    /// Has a complete upload checked and stored.
    private func finish(_ id: String) {
        let complete = table.withLock { table -> (Upload, WorkerFile, Take, @Sendable (UploadNews) -> Void)? in
            guard var upload = table.uploads[id], case .receiving = upload.state, let part = upload.part, let take = table.take
            else { return nil }
            upload.state = .checking(done: 0, all: 1)
            table.uploads[id] = upload
            return (upload, part.file, take, table.tell)
        }
        guard let (upload, file, take, tell) = complete else { return }
        Task {
            let name = upload.sheet.name
            tell(.checking(id, name, 0, of: 1))
            let state: State
            do {
                let report = try await take(UploadedFile(name: name, file: file), upload.sheet.again) { done, all in
                    table.withLock { $0.uploads[id]?.state = .checking(done: done, all: all) }
                    tell(.checking(id, name, done, of: all))
                }
                state = .done(report)
            } catch let refusal as LibraryRefusal {
                state = .failed(refusal)
            } catch {
                log.error("cannot store an upload", ["reason": "\(error)"])
                state = .failed((error as? SystemError)?.isDiskFull == true ? .diskFull : .overloaded)
            }
            switch state {
            case .done(let report): tell(.done(id, name, report))
            case .failed(let refusal): tell(.failed(id, name, refusal.description))
            case .receiving, .checking: break
            }
            table.withLock { table in
                table.uploads[id]?.state = state
                table.uploads[id]?.part = nil
            }
            _ = try? await DiskThreads.run { self.erase(id) }
        }
    }

    /// Removes what has rested too long, and the oldest of what is only told.
    private func forgetOld() {
        let now = clock.second
        let old = table.withLock { table in
            let told = table.uploads.values.filter { $0.part == nil }.sorted { $0.heard < $1.heard }
            for upload in told.dropLast(Self.mostTold) { table.uploads[upload.id] = nil }
            let old = table.uploads.values.filter { upload in
                if case .checking = upload.state { return false }
                return upload.end < now
            }
            for upload in old { table.uploads[upload.id] = nil }
            return old.filter { $0.part != nil }.map(\.id)
        }
        for id in old { erase(id) }
    }

    private func path(_ id: String) -> String { "\(folder)/\(id)" }
    private func sheetPath(_ id: String) -> String { "\(path(id))/sheet.json" }
    private func partPath(_ id: String) -> String { "\(path(id))/part" }

    private func erase(_ id: String) {
        do {
            try FileManager.default.removeItem(atPath: path(id))
        } catch CocoaError.fileNoSuchFile {
            // It is gone already.
        } catch {
            log.warning("cannot remove an upload", ["path": path(id), "reason": "\(error)"])
        }
    }
}
