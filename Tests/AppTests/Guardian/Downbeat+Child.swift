import Foundation
import Glibc
import Waiting

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
        var new: pid_t?
        try untilSo("another child of the guardian") {
            new = KillCampaign.children(of: process.id).first { $0 != old }
            return new != nil
        }
        return new ?? old
    }
}
