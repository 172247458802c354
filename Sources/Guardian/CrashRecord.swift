import CLinux
import Foundation
import Glibc
import System
import Text

/// What is known about a server's crash, read from the page before the next server clears it.
struct CrashRecord {
    /// A piece of work that was running.
    struct Work {
        let thread: Int32
        let name: String
        let crumb: String
        /// True for a thread's own work, false for a request, which may move between threads.
        let isThread: Bool
        let since: UInt64
    }

    /// Longer texts are cut, so that a record stays below 64 KB.
    private static let mostText = 60 << 10

    let reason: RestartReason
    let ending: Ending
    let moment: Date
    let lived: Double
    private let fault: String
    private let frames: [UInt64]
    private let maps: String
    private let thread: Int32?
    private let work: [Work]

    /// `wall` is the time in microseconds since 1970; `stuck` is the stuck thread, if that was the reason.
    init(_ page: borrowing SharedPage, _ reason: RestartReason, _ ending: Ending, at wall: Int64, lived: Double, stuck: Int32?) {
        self.reason = reason
        moment = Date(timeIntervalSince1970: Double(wall) / 1_000_000)
        self.ending = ending
        self.lived = lived
        let raw = downbeat_fault_of(page.memory)
        if downbeat_fault_written(raw) == 1 {
            thread = stuck ?? downbeat_fault_thread(raw)
            fault =
                "signal \(downbeat_fault_signal(raw)), code \(downbeat_fault_code(raw)), address 0x"
                + String(downbeat_fault_address(raw), radix: 16)
            frames = (0..<min(downbeat_fault_frame_count(raw), UInt32(DOWNBEAT_FRAMES))).map { downbeat_fault_frame(raw, $0) }
            let count = min(Int(downbeat_fault_maps_count(raw)), Int(DOWNBEAT_MAPS))
            maps = String(decoding: UnsafeRawBufferPointer(start: downbeat_fault_maps(raw), count: count), as: UTF8.self)
        } else {
            thread = stuck
            (fault, frames, maps) = ("", [], "")
        }
        var work: [Work] = []
        for index in 0..<downbeat_slot_count {
            guard let slot = downbeat_slot_at(page.memory, index) else { continue }
            let since = downbeat_slot_since(slot)
            let crumb = Self.text(Int(downbeat_crumb_size)) { downbeat_copy_crumb(slot, $0) }
            guard !crumb.isEmpty || downbeat_slot_turn(slot) > 0 else { continue }
            let name = Self.text(16) { downbeat_copy_slot_name(slot, $0) }
            work.append(
                Work(
                    thread: downbeat_slot_thread(slot), name: name, crumb: crumb, isThread: downbeat_slot_turn(slot) > 0,
                    since: since))
        }
        self.work = work
    }

    private static func text(_ size: Int, _ copy: (UnsafeMutablePointer<CChar>) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            buffer.initialize(repeating: 0)
            copy(buffer.baseAddress!)
            return String(cString: buffer.baseAddress!).asOneLine
        }
    }

    /// The work that most likely ended the server; empty if unknown.
    var suspect: String {
        guard let thread else {
            // An OOM kill names no thread.
            let busy = work.filter { !$0.crumb.isEmpty }
            return reason == .memory && busy.count == 1 ? busy[0].crumb : ""
        }
        if let own = work.first(where: { $0.isThread && $0.thread == thread }) { return own.crumb }
        let requests = work.filter { !$0.isThread && !$0.crumb.isEmpty }
        // The last request that began on this thread; a request that began on another may run here by now.
        if let own = requests.filter({ $0.thread == thread }).max(by: { $0.since < $1.since }) { return own.crumb }
        return requests.count == 1 ? requests[0].crumb : ""
    }

    private var threadName: String {
        guard let thread else { return "" }
        return work.first { $0.isThread && $0.thread == thread }?.name ?? "\(thread)"
    }

    /// The time of the crash, as in file names and the record.
    var time: String { moment.formatted(.iso8601) }

    /// The record for people and tools: lines of "name: value", then addresses and mappings.
    var text: String {
        var lines = [
            "reason: \(reason.name)", "time: \(time)", "version: \(ProgramVersion.text)", "lived: \(Int(lived)) s",
            "ending: \(ending.words)",
        ]
        if !fault.isEmpty { lines.append("fault: \(fault)") }
        if !threadName.isEmpty { lines.append("thread: \(threadName)") }
        if !suspect.isEmpty { lines.append("work: \(suspect)") }
        for other in work where !other.crumb.isEmpty { lines.append("under way: \(other.crumb)") }
        if !frames.isEmpty {
            lines += ["", "return addresses, the latest first:"] + frames.map { "  0x" + String($0, radix: 16) }
            lines += ["", "code:"] + maps.split(separator: "\n").map { "  \($0)" }
        }
        var text = lines.joined(separator: "\n") + "\n"
        if text.utf8.count > Self.mostText { text = String(decoding: text.utf8.prefix(Self.mostText), as: UTF8.self) + "\n" }
        return text
    }
}

/// The folder of crash records inside the data folder.
package struct CrashFolder: Sendable {
    /// Enough to show a pattern; older records are deleted.
    static let most = 20
    private static let ending = ".crash.txt"

    let path: String

    package init(path: String) {
        self.path = path
    }

    /// The names of the records, the latest first.
    package var names: [String] {
        // No folder means no records.
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter { $0.hasSuffix(Self.ending) }.sorted(by: >)
    }

    /// A record's text; nil if no record has this name.
    package func text(of name: String) -> String? {
        names.contains(name) ? ProcFile.text(of: "\(path)/\(name)") : nil
    }

    /// The first lines of a record, "name: value" each.
    package func fields(of name: String) -> [String: String] {
        let lines = (text(of: name) ?? "").split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        let pairs = lines.compactMap { line in
            line.firstRange(of: ": ").map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private func make() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Keeps a record and deletes the oldest beyond `most`; returns where it is.
    func keep(_ record: CrashRecord) throws -> String {
        try make()
        let stem = record.time.replacing(":", with: "-") + "-\(record.reason.name)"
        var name = stem + Self.ending
        var number = 1
        while FileManager.default.fileExists(atPath: "\(path)/\(name)") {
            number += 1
            name = "\(stem)-\(number)\(Self.ending)"
        }
        try Data(record.text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        chmod("\(path)/\(name)", 0o600)
        for old in names.dropFirst(Self.most) { try FileManager.default.removeItem(atPath: "\(path)/\(old)") }
        return "\(path)/\(name)"
    }
}
