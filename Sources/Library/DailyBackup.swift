import System

/// Backs up the catalog once a day. It polls the wall clock, so that no backup is missed if the machine slept or the clock was
/// set.
struct DailyBackup: Sendable {
    /// The poll interval: a backup is late by this at most.
    private static let pause = Duration.seconds(10 * 60)

    /// Makes a backup if one is due at this time, in seconds since 1970.
    let renew: @Sendable (Int) async throws -> Bool
    /// Gets the error of a failed backup: only the first one until a backup succeeds.
    let tell: @Sendable (any Error) -> Void
    var now: @Sendable () -> Int = { Moment.now }
    /// Throws when the task is cancelled.
    var wait: @Sendable () async throws -> Void = { try await Task.sleep(for: pause) }

    /// Runs until the task is cancelled.
    func run() async {
        var hasTold = false
        while true {
            do {
                _ = try await renew(now())
                hasTold = false
            } catch {
                if !hasTold { tell(error) }
                hasTold = true
            }
            do {
                try await wait()
            } catch {
                return
            }
        }
    }
}
