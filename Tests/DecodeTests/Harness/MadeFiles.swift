import Foundation
import Synchronization

/// The files of all cases of a test, made by one run of ffmpeg when the first is asked for: starting ffmpeg takes five times as long
/// as encoding a second of sound.
actor MadeFiles {
    /// A file to make: `wave` encoded with ffmpeg's `options`.
    struct Order: Sendable {
        let name: String
        let options: [String]
        let wave: WaveFile
    }

    private let orders: @Sendable () -> [Order]
    private var making: Task<String, any Error>?

    init(_ orders: @escaping @Sendable () -> [Order]) {
        self.orders = orders
    }

    /// The path of a file, which the caller must not change.
    func path(_ name: String) async throws -> String {
        let making = making ?? Task { [orders] in try await Self.make(orders()) }
        self.making = making
        return try await making.value + "/" + name
    }

    private static func make(_ orders: [Order]) async throws -> String {
        let folder = try TemporaryFolder()
        Leftovers.keep(folder)
        var (inputs, outputs): ([String], [String]) = ([], [])
        for (number, order) in orders.enumerated() {
            inputs += ["-i", try folder.write(order.wave.bytes, to: "source-\(number).wav")]
            outputs += ["-map", "\(number)"] + order.options + ["\(folder.path)/\(order.name)"]
        }
        try await FFmpeg.run(inputs + outputs)
        return folder.path
    }
}

/// The folders that are deleted when the tests end.
private enum Leftovers {
    private static let folders = Mutex<[TemporaryFolder]>([])
    private static let registered = atexit { folders.withLock { $0.removeAll() } }

    static func keep(_ folder: TemporaryFolder) {
        _ = registered
        folders.withLock { $0.append(folder) }
    }
}
