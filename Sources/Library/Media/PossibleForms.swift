import Synchronization
import Workers

/// The forms of streams that can be made here, which a worker says once.
final class PossibleForms: Sendable {
    private let maker: StreamMaker
    private let once = Once<Int, [StreamForm]>()
    private let known = Mutex<[StreamForm]?>(nil)

    init(maker: StreamMaker) {
        self.maker = maker
    }

    func all() async throws -> [StreamForm] {
        if let known = known.withLock({ $0 }) { return known }
        let maker = maker
        let forms = try await once.value(0) { try await maker.forms() }
        known.withLock { $0 = forms }
        return forms
    }
}
