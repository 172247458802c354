package import Session
import Web

/// Home Assistant's ingress, or a gateway like it: it asks people to log in before it lets them in, and names them in fields of the request.
///
/// Both count only on connections from the gateway's own address, which the site knows. From everybody else the same fields are ignored.
package struct Ingress: Sendable {
    /// A user's number and login name, which nobody can choose for themselves; the displayed name is not asked.
    private static let fields = ["x-remote-user-id", "x-remote-user-name"]

    /// In lower case, as Home Assistant keeps login names.
    private let owners: Set<String>
    /// What all other users may do.
    private let others: Role

    package init(owners: [String], others: Role) {
        self.owners = Set(owners.map { $0.lowercased() })
        self.others = others
    }

    /// What the caller may do without a token; nil if it did not come through the gateway.
    func grant(of caller: Caller) -> Grant? {
        guard caller.isFromGateway else { return nil }
        return Grant(role: isOwner(caller.head) ? .owner : others)
    }

    /// A field that is there twice names nobody: one of the two may be the client's.
    private func isOwner(_ head: RequestHead) -> Bool {
        Self.fields.contains { field in
            let values = head.fields.values(of: field)
            return values.count == 1 && owners.contains(values[0].lowercased())
        }
    }
}
