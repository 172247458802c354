import CLinux
import Glibc
import System
import Workers

/// A copy of a music file beside it, which takes the file's place once it is edited. Until then nothing touches the file itself, and
/// after a crash there is either the old file or the new one.
struct TagCopy: ~Copyable {
    /// Hidden, so that no scan takes it for music.
    private static let prefix = ".downbeat-tags-"
    private static let digits = 16
    /// Attributes of files that are copied; the kernel's own, such as capabilities, have no place on music.
    private static let attributes = ["user.", "system.posix_acl_access"]
    private static let mostAttributeBytes = 64 << 10

    private let original: WorkerFile
    private let lease: ReadLease
    private let status: stat
    private let folder: Descriptor
    private let name: String
    private let draft: String
    private let copy: Descriptor
    private var isInPlace = false

    /// Where a file lies, with all links resolved.
    struct Place: Sendable {
        let folder: String
        let name: String
        let draft: String

        /// The path of the copy.
        var draftPath: [UInt8] { Array("\(folder)/\(draft)".utf8) }

        /// Throws unless the open file lies in one of these folders.
        init(of file: WorkerFile, within roots: [String]) throws(TagRefusal) {
            guard let path = OwnFiles.path(of: file.raw), let text = String(validating: path, as: UTF8.self),
                let slash = text.lastIndex(of: "/")
            else { throw .failed("has a name that is not valid UTF-8") }
            let resolved = roots.compactMap { Place.resolved($0) }
            guard resolved.contains(where: { FolderPath.contains(Array($0.utf8), path) }) else { throw .isOutside }
            folder = String(text[..<slash])
            name = String(text[text.index(after: slash)...])
            let number = String(UInt64.random(in: 0 ... .max), radix: 16)
            draft = TagCopy.prefix + String(repeating: "0", count: TagCopy.digits - number.count) + number
        }

        private static func resolved(_ path: String) -> String? {
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return String(cString: real)
        }
    }

    /// Copies the file, which nobody may open for writing from before it is read until the copy is in its place. Blocks.
    static func make(of original: WorkerFile, _ lease: ReadLease, at place: Place) throws(TagRefusal) -> TagCopy {
        var status = stat()
        guard fstat(original.raw, &status) == 0 else { throw .isGone }
        let raw = open(place.folder.isEmpty ? "/" : place.folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else { throw .isGone }
        let folder = Descriptor(owning: raw)
        guard Self.status(of: place.name, in: folder.raw).map({ isSame($0, status) }) == true else { throw .isGone }
        guard status.st_nlink == 1 else { throw .hasOtherNames }
        // Root may write everything, but somebody has protected this file.
        guard status.st_mode & 0o222 != 0, faccessat(folder.raw, place.name, W_OK, 0) == 0 else { throw .isReadOnly }
        let file = openat(folder.raw, place.draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TagRefusal(SystemError("making a copy")) }
        let copy = TagCopy(original, lease, status, folder, place, Descriptor(owning: file))
        do throws(SystemError) {
            if downbeat_clone_file(copy.copy.raw, original.raw) != 0 { try NewFile.copy(original.raw, to: copy.copy.raw) }
        } catch {
            throw TagRefusal(error)
        }
        return copy
    }

    private init(
        _ original: WorkerFile, _ lease: ReadLease, _ status: stat, _ folder: consuming Descriptor, _ place: Place,
        _ copy: consuming Descriptor
    ) {
        (self.original, self.lease, self.status) = (original, lease, status)
        (name, draft) = (place.name, place.draft)
        self.folder = folder
        self.copy = copy
    }

    deinit {
        if !isInPlace { unlinkat(folder.raw, draft, 0) }
    }

    /// The copy, for a worker that changes it.
    func file() throws(WorkerFailure) -> WorkerFile { try WorkerFile(sharing: copy.raw) }

    /// Makes the edited copy ready for the place of the original, which must be unchanged. Blocks.
    func complete(keepsTime: Bool) throws(TagRefusal) {
        try takeAttributes()
        if keepsTime {
            var times = [status.st_atim, status.st_mtim]
            guard futimens(copy.raw, &times) == 0 else { throw .cannotKeep("time") }
        }
        guard fsync(copy.raw) == 0 else { throw TagRefusal(SystemError("writing a copy")) }
    }

    /// Puts the complete copy in the place of the original. Blocks.
    mutating func putInPlace() throws(TagRefusal) {
        try checkOriginal()
        try exchange()
    }

    /// The exchange itself, which looks again once it is done. Blocks.
    mutating func exchange() throws(TagRefusal) {
        if downbeat_rename(folder.raw, draft, name, 1) == 0 {
            // The tags are in place either way; only a power cut in the next seconds could still bring the old ones back.
            fsync(folder.raw)
            // Now the draft is the old file. If it is not the one that was copied, or a program has found it by its name just before
            // and waits to write into it, the two change back.
            let isSame = Self.status(of: draft, in: folder.raw).map { Self.isSame($0, status) } == true
            guard isSame, lease.stands() else {
                if downbeat_rename(folder.raw, draft, name, 1) != 0 {
                    isInPlace = true
                    throw .leftBeside(draft)
                }
                throw isSame ? .isBeingWritten : .changedMeanwhile
            }
            isInPlace = true
            unlinkat(folder.raw, draft, 0)
        } else {
            // File systems without an exchange, such as exFAT and network shares: there is no way back after this look.
            guard lease.stands() else { throw .isBeingWritten }
            guard downbeat_rename(folder.raw, draft, name, 0) == 0 || renameat(folder.raw, draft, folder.raw, name) == 0 else {
                throw TagRefusal(SystemError("renaming a copy"))
            }
            isInPlace = true
        }
        fsync(folder.raw)
    }

    private func checkOriginal() throws(TagRefusal) {
        guard lease.stands() else { throw .isBeingWritten }
        var now = stat()
        // The time of the last change of any kind also tells of a new mode, owner or attribute, which the copy lacks.
        guard fstat(original.raw, &now) == 0, Self.isSame(now, status), now.st_ctim.tv_sec == status.st_ctim.tv_sec,
            now.st_ctim.tv_nsec == status.st_ctim.tv_nsec, let named = Self.status(of: name, in: folder.raw),
            Self.isSame(named, status)
        else { throw .changedMeanwhile }
        guard now.st_nlink == 1 else { throw .hasOtherNames }
    }

    /// Gives the copy the owner, the mode and the attributes of the original.
    private func takeAttributes() throws(TagRefusal) {
        var now = stat()
        guard fstat(copy.raw, &now) == 0 else { throw TagRefusal(SystemError("reading a copy")) }
        if now.st_uid != status.st_uid || now.st_gid != status.st_gid {
            guard fchown(copy.raw, status.st_uid, status.st_gid) == 0 else { throw .cannotKeep("owner") }
        }
        guard fchmod(copy.raw, status.st_mode & 0o7777) == 0 else { throw .cannotKeep("mode") }
        var names = [CChar](repeating: 0, count: Self.mostAttributeBytes)
        let count = flistxattr(original.raw, &names, names.count)
        guard count >= 0 else {
            if errno == ENOTSUP { return }
            throw .cannotKeep("attributes")
        }
        for part in names[..<count].split(separator: 0) {
            let name = String(decoding: part.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard Self.attributes.contains(where: { name.hasPrefix($0) }) else { continue }
            var value = [UInt8](repeating: 0, count: Self.mostAttributeBytes)
            let length = fgetxattr(original.raw, name, &value, value.count)
            guard length >= 0, fsetxattr(copy.raw, name, value, length, 0) == 0 else { throw .cannotKeep("attributes") }
        }
    }

    private static func status(of name: String, in folder: Int32) -> stat? {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    private static func isSame(_ one: stat, _ other: stat) -> Bool {
        one.st_dev == other.st_dev && one.st_ino == other.st_ino && one.st_size == other.st_size
            && one.st_mtim.tv_sec == other.st_mtim.tv_sec && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec
    }

    /// Removes what a crash left; nothing but a file with the name of a copy.
    static func remove(leftAt path: [UInt8]) {
        let text = String(decoding: path, as: UTF8.self)
        let name = text.split(separator: "/").last ?? ""
        let isOurs =
            name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + digits
            && name.dropFirst(prefix.count).allSatisfy { $0.isHexDigit && !$0.isUppercase }
        if isOurs { unlink(text) }
    }
}
