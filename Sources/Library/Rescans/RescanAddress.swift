import Fetch
import Subsonic

/// An address that has another server scan its music folders when it is fetched, for servers that speak no Subsonic.
struct RescanAddress: Sendable {
    private static let refusesGet = 405

    let address: FetchAddress

    func ask(_ fetcher: Fetcher) async throws(RescanTrouble) {
        let head: AnswerHead
        do { head = try await answer(fetcher) } catch { throw RescanTrouble(error) }
        guard !(200..<300).contains(head.status) else { return }
        throw RescanTrouble(
            reason: "\(address) answered with status \(head.status)", patience: head.mayPass ? .passes : .needsPerson)
    }

    /// Some servers want GET here and others POST, and say so. What they say beside their status is not read.
    private func answer(_ fetcher: Fetcher) async throws(FetchError) -> AnswerHead {
        var request = FetchRequest(address)
        let head = try await fetcher.open(request).head
        guard head.status == Self.refusesGet else { return head }
        request.posts = true
        return try await fetcher.open(request).head
    }
}

extension RescanTrouble {
    init(_ error: FetchError) {
        self.init(reason: "\(error)", patience: error.mayPass ? .passes : .needsPerson)
    }

    init(_ error: SubsonicError) {
        switch error {
        case .notSupported(_, let at): self.init(reason: "\(at) cannot be asked to scan its music folders", patience: .stays)
        case .notAllowed(let at):
            self.init(reason: "\(at) lets only its administrators have it scan: sign in as one", patience: .needsPerson)
        default: self.init(reason: "\(error)", patience: error.mayPass ? .passes : .needsPerson)
        }
    }
}
