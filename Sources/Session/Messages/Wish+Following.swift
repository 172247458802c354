package import Music

/// A person's wish for what a room follows.
package enum FollowWish: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case time(MediaTime)
        case beats(Int)
    }

    case start(Following.Target)
    case stop
    /// A beat was heard at this moment; nil for now.
    case tap(at: ServerTime?)
    /// Positive shows it later.
    case shift(Step)
}

/// The commands for what a room follows.
extension Wish {
    /// A minute either way: to the next verse.
    private static let seconds = -60.0...60
    private static let beats = -64...64

    static func following(_ name: String, _ members: Members) throws(MessageProblem) -> Wish {
        switch name {
        case "follow.start":
            let (server, user) = (try members.name("server"), try members.name("user"))
            guard let server else { throw members.missing("server") }
            guard let user else { throw members.missing("user") }
            return .follow(.start(Following.Target(server: server, user: user, player: try members.name("player"))))
        case "follow.stop": return .follow(.stop)
        case "follow.tap":
            return .follow(.tap(at: try members.whole("at", in: .numbers).map { ServerTime(microseconds: Int64($0)) }))
        case "follow.shift":
            let steps: [FollowWish.Step?] = [
                try members.number("seconds", in: seconds).map { .time(MediaTime(seconds: $0)) },
                try members.whole("beats", in: beats).map { .beats($0) },
            ]
            let given = steps.compactMap(\.self)
            guard given.count == 1, let step = given.first else {
                throw MessageProblem(.badMessage, "follow.shift takes one of seconds and beats.")
            }
            return .follow(.shift(step))
        default: throw MessageProblem(.unknownCommand, "No command is called \(MessageProblem.quote(name)).")
        }
    }
}

extension Members {
    fileprivate func name(_ field: String) throws(MessageProblem) -> String? {
        try label(field, atMost: Following.Target.longestName)
    }
}
