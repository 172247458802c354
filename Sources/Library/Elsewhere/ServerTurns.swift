import Synchronization
import System

/// Asks servers that have the same for it, one after the other: the next one as soon as the last has failed, or has not answered for a
/// while. The first answer counts.
struct ServerTurns: Sendable {
    /// After so long without an answer the next server is asked, too: as long as one address of a server may take to connect while there
    /// is another.
    static let patience = Duration.milliseconds(1500)

    let clock: any HouseClock

    private enum Event<Answer: Sendable>: Sendable {
        case ended(Int, Result<Answer, any Error>)
        case late(Int)
    }

    /// The first answer, and the place of its server in the list. Throws what the first server throws if all fail. One that is late
    /// is waited for in vain, so that it is known to be out of reach afterwards; its answer is dropped.
    func first<Server: Sendable, Answer: Sendable>(
        of servers: [Server], _ ask: @escaping @Sendable (Server) async throws -> Answer
    ) async throws -> (Answer, server: Int) {
        precondition(!servers.isEmpty, "nobody to ask")
        if servers.count == 1 { return (try await ask(servers[0]), 0) }
        let (events, teller) = AsyncStream<Event<Answer>>.makeStream()
        let asked = Mutex<[Task<Void, Never>]>([])
        let alarms = Mutex<[Task<Void, Never>]>([])
        defer { alarms.withLock { for alarm in $0 { alarm.cancel() } } }
        let clock = clock
        func begin(_ place: Int) {
            let server = servers[place]
            let asking = Task {
                do { teller.yield(.ended(place, .success(try await ask(server)))) } catch {
                    teller.yield(.ended(place, .failure(error)))
                }
            }
            asked.withLock { $0.append(asking) }
            guard place + 1 < servers.count else { return }
            let alarm = Task {
                // Cancelled once there is an answer.
                guard (try? await clock.sleep(for: Self.patience)) != nil else { return }
                teller.yield(.late(place))
            }
            alarms.withLock { $0.append(alarm) }
        }
        return try await withTaskCancellationHandler {
            var (begun, failed) = (0, 0)
            var failure: (any Error)?
            begin(0)
            for await event in events {
                switch event {
                case .ended(let place, .success(let answer)): return (answer, place)
                case .ended(let place, .failure(let error)):
                    failed += 1
                    if place == 0 { failure = error }
                    guard failed < servers.count else { throw failure ?? error }
                    if place == begun, begun + 1 < servers.count {
                        begun += 1
                        begin(begun)
                    }
                case .late(let place):
                    guard place == begun else { continue }
                    begun += 1
                    begin(begun)
                }
            }
            asked.withLock { for asking in $0 { asking.cancel() } }
            throw CancellationError()
        } onCancel: {
            asked.withLock { for asking in $0 { asking.cancel() } }
            teller.finish()
        }
    }
}
