import Foundation
import Rooms
import Synchronization
package import System
package import Web

/// The state of the server and its process, for routes that are made before the server exists.
package final class Vitals: Sendable {
    private let server = Mutex<Server?>(nil)
    private let clock: any HouseClock
    /// By both clocks of the house.
    private let (startedAt, startMoment): (Int64, UInt64)

    package init(_ clock: any HouseClock) {
        self.clock = clock
        (startedAt, startMoment) = (clock.wall, clock.now)
    }

    package func attach(_ server: Server) {
        self.server.withLock { $0 = server }
    }

    var isReady: Bool { server.withLock { $0 }?.isReady ?? false }

    /// How long the server has been up, in seconds.
    var uptime: Double { clock.seconds(since: startMoment) }

    /// The metrics of the web server, the process and the rooms' refusals in the Prometheus text format.
    func exposition(_ rooms: RoomFigures) async -> String {
        var metrics = await server.withLock { $0 }?.metrics() ?? Metrics()
        let refused = rooms.now.refused
        metrics.otherRefusals = RoomRefusal.allCases.map { ($0.rawValue, refused[$0] ?? 0) }
        return metrics.exposition + ProcessFigures.read().exposition(startedAt: Double(startedAt) / 1_000_000)
    }
}

/// The kernel's figures for this process.
struct ProcessFigures {
    let residentBytes: Int
    let processorSeconds: Double
    let openDescriptors: Int

    static func read() -> ProcessFigures {
        // 0 if /proc is not mounted.
        let pages = ProcFile.text(of: "/proc/self/statm").split(separator: " ").dropFirst().first
        return ProcessFigures(
            residentBytes: (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))),
            processorSeconds: ProcessorTime.seconds, openDescriptors: DescriptorLimit.inUse())
    }

    func exposition(startedAt: Double) -> String {
        """
        # HELP process_resident_memory_bytes Memory in use.
        # TYPE process_resident_memory_bytes gauge
        process_resident_memory_bytes \(residentBytes)
        # HELP process_cpu_seconds_total Processor time used.
        # TYPE process_cpu_seconds_total counter
        process_cpu_seconds_total \(processorSeconds)
        # HELP process_open_fds Open descriptors.
        # TYPE process_open_fds gauge
        process_open_fds \(openDescriptors)
        # HELP process_start_time_seconds When the server started, in seconds since 1970.
        # TYPE process_start_time_seconds gauge
        process_start_time_seconds \(startedAt)

        """
    }
}
