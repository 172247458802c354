import CLinux
import Foundation
import Glibc
import Synchronization
import System

/// A mounted file system (FUSE, linux/fuse.h) with one file, "song", whose reads block until the test releases them.
final class SlowFileSystem: Sendable {
    private struct State {
        var isHeld = true
        /// Answers that are held back.
        var waiting: [[UInt8]] = []
    }

    private enum Call: UInt32 {
        case lookup = 1
        case forget = 2
        case getAttributes = 3
        case open = 14
        case read = 15
        case release = 18
        case flush = 25
        case start = 26
        case batchForget = 42
    }

    private static let root: UInt64 = 1
    private static let song: UInt64 = 2

    let folder: TestFolder
    let bytes: [UInt8]
    private let device: Int32
    private let state = Mutex(State())

    /// How many reads wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Nil where this process may not mount.
    init?(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        folder = try TestFolder([:])
        device = Glibc.open("/dev/fuse", O_RDWR | O_CLOEXEC)
        let options = "fd=\(device),rootmode=40000,user_id=0,group_id=0"
        guard device >= 0, mount("downbeat", folder.path, "fuse", UInt(MS_NOSUID | MS_NODEV), options) == 0 else {
            if device >= 0 { close(device) }
            folder.remove()
            return nil
        }
        _ = PlainThread.start(name: "slow-disk") { [self] in serve() }
    }

    /// Answers all waiting reads, and later ones at once.
    func letGo() {
        let answers = state.withLock { state in
            state.isHeld = false
            return exchange(&state.waiting, with: [])
        }
        for answer in answers { send(answer) }
    }

    func unmount() {
        letGo()
        umount2(folder.path, Int32(MNT_DETACH))
        folder.remove()
    }

    /// Runs until the file system is unmounted.
    private func serve() {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(device, &buffer, buffer.count)
            if count < 0 && (errno == EINTR || errno == ENOENT) { continue }
            guard count >= 40 else { break }
            answer(Array(buffer[..<count]))
        }
        close(device)
    }

    private func answer(_ request: [UInt8]) {
        let node = Self.number(request, at: 16)
        switch Call(rawValue: UInt32(truncatingIfNeeded: Self.number(request, at: 4) & 0xFFFF_FFFF)) {
        case .start:
            // Version 7.31, the kernel's own read-ahead, no flags, times in nanoseconds.
            reply(to: request, Self.words(7, 31, 128 << 10, 0, 0, 128 << 10, 1, 0, 0) + [UInt8](repeating: 0, count: 28))
        case .lookup:
            let isSong = request[40...].prefix { $0 != 0 }.elementsEqual("song".utf8)
            guard node == Self.root, isSong else { return reply(to: request, error: ENOENT) }
            reply(to: request, Self.longs(Self.song, 0, 60, 60) + Self.words(0, 0) + attributes(of: Self.song))
        case .getAttributes: reply(to: request, Self.longs(60) + Self.words(0, 0) + attributes(of: node))
        case .open: reply(to: request, Self.longs(0) + Self.words(0, 0))
        case .read:
            let start = Int(clamping: Self.number(request, at: 48))
            let size = Int(Self.number(request, at: 56) & 0xFFFF_FFFF)
            let part = bytes.dropFirst(start).prefix(size)
            let answer = Self.framed(Array(part), to: request)
            let isHeld = state.withLock { state in
                if state.isHeld { state.waiting.append(answer) }
                return state.isHeld
            }
            if !isHeld { send(answer) }
        case .release, .flush: reply(to: request, [])
        case .forget, .batchForget: break
        case nil: reply(to: request, error: ENOSYS)
        }
    }

    private func attributes(of node: UInt64) -> [UInt8] {
        let mode = node == Self.root ? Glibc.S_IFDIR | 0o755 : Glibc.S_IFREG | 0o644
        return Self.longs(node, UInt64(bytes.count), 0, 0, 0, 0) + Self.words(0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)
    }

    private func reply(to request: [UInt8], _ payload: [UInt8] = [], error: Int32 = 0) {
        send(Self.framed(payload, to: request, error: error))
    }

    private func send(_ answer: [UInt8]) {
        // The reader may have been interrupted.
        _ = write(device, answer, answer.count)
    }

    private static func framed(_ payload: [UInt8], to request: [UInt8], error: Int32 = 0) -> [UInt8] {
        words(UInt32(16 + payload.count), UInt32(bitPattern: -error)) + request[8..<16] + payload
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt64 {
        bytes[offset..<min(offset + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func words(_ values: UInt32...) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }

    private static func longs(_ values: UInt64...) -> [UInt8] {
        values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }
}
