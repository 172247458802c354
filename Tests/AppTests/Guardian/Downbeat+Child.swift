import Foundation
import Glibc

extension Downbeat {
    /// The server process: the guardian's child.
    var child: pid_t {
        get throws {
            guard let child = KillCampaign.children(of: process.id).first else { throw NeverHappened("a child of the guardian") }
            return child
        }
    }

    /// Waits for the child that replaces `old`.
    func child(after old: pid_t) throws -> pid_t {
        let end = Date() + patience
        while Date() < end {
            if let new = KillCampaign.children(of: process.id).first(where: { $0 != old }) { return new }
            usleep(2000)
        }
        throw NeverHappened("another child of the guardian")
    }
}
