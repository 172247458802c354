import Synchronization

/// Whether the last change of a database found the disk full. Any thread may ask.
package final class DiskFullness: Sendable {
    private let state: Atomic<Bool>

    init(isFull: Bool) {
        state = Atomic(isFull)
    }

    package var isFull: Bool { state.load(ordering: .relaxed) }

    /// Notes that there is room again.
    func end() { state.store(false, ordering: .relaxed) }

    /// Notes what became of a change.
    func noting<Result>(_ change: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        do throws(CatalogError) {
            let result = try change()
            state.store(false, ordering: .relaxed)
            return result
        } catch {
            if error == .diskFull { state.store(true, ordering: .relaxed) }
            throw error
        }
    }
}
