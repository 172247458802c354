import System

/// Copies the catalog once a day by the wall clock, which it polls, so that no copy is missed when the machine slept or the clock
/// was set.
struct DailyBackup: Sendable {
    /// Between two looks at the clock: a copy is late by this at most.
    private static let pause = Duration.seconds(10 * 60)

    /// Makes a copy where one is due at a moment, in seconds since 1970.
    let renew: @Sendable (Int) async throws -> Bool
    /// Hears of a copy that could not be made, once until one can.
    let tell: @Sendable (any Error) -> Void
    var now: @Sendable () -> Int = { Moment.now }
    /// Throws when the task is cancelled.
    var wait: @Sendable () async throws -> Void = { try await Task.sleep(for: pause) }

    /// Goes on until the task is cancelled.
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
