import Fetch
import Subsonic

/// Who is asked to scan after files were changed here.
extension RemoteMusic {
    /// All music servers, and what an address stands for. `tell` hears how far each is.
    func rescanPort(
        _ address: RescanAddress?, tell: @escaping @Sendable (Rescans.Target, LibraryEvent.RescanStep) -> Void
    ) -> Rescans.Port {
        Rescans.Port(
            targets: { self.names as [Rescans.Target] + (address == nil ? [] : [nil]) },
            ask: { (target) throws(RescanTrouble) in try await self.ask(target, address) },
            isScanning: { target in
                // One that cannot be asked is waited for no longer.
                (try? await target.flatMap { self.client(of: $0) }?.isScanning()) ?? false
            },
            tell: tell)
    }

    private func ask(_ target: Rescans.Target, _ address: RescanAddress?) async throws(RescanTrouble) {
        if let target {
            do { try await client(of: target)?.startScan() } catch { throw RescanTrouble(error) }
        } else if let address {
            let fetcher: Fetcher
            do { fetcher = try self.fetcher() } catch { throw RescanTrouble(reason: "\(error)", patience: .passes) }
            try await address.ask(fetcher)
        }
    }
}
