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
    let clock: any HouseClock

    /// Runs until the task is cancelled.
    func run() async {
        var hasTold = false
        while true {
            do {
                _ = try await renew(clock.second)
                hasTold = false
            } catch {
                if !hasTold { tell(error) }
                hasTold = true
            }
            do {
                try await clock.sleep(for: Self.pause)
            } catch {
                return
            }
        }
    }
}
