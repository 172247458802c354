package import Music

/// What somebody plays in an app of a music server, as the server said.
package struct PlayingElsewhere: Hashable, Sendable, Codable {
    /// What the app reported of its position.
    package struct Report: Hashable, Sendable, Codable {
        package let position: MediaTime
        package let isPlaying: Bool
        /// How fast it plays; 1 is usual.
        package let rate: Double

        package init(position: MediaTime, isPlaying: Bool, rate: Double) {
            (self.position, self.isPlaying, self.rate) = (position, isPlaying, rate)
        }
    }

    package let user: String
    package let player: String?
    package let song: Following.Song
    /// Nil from an app or a server that reports none.
    package let report: Report?
    /// How long ago the song began.
    package let age: ClosedRange<MediaTime>?

    /// The minutes since the song began, as servers count them: most count whole minutes, some give seconds, and leave out what is
    /// less.
    package init(user: String, player: String?, song: Following.Song, report: Report?, minutesAgo: Double?) {
        (self.user, self.player, self.song, self.report) = (user, player, song, report)
        age = minutesAgo.flatMap { minutes in
            guard Self.minutes.contains(minutes) else { return nil }
            let told = MediaTime(seconds: minutes * 60)
            let step = MediaTime(seconds: minutes == minutes.rounded() ? 60 : 1)
            return max(.zero, told - Self.second)...told + step
        }
    }

    /// Servers leave it out of the time that a song began at, too.
    private static let second = MediaTime(seconds: 1)
    /// A day: nobody listens to one song longer.
    private static let minutes = 0.0...1440
}

extension Following.Target {
    /// The name that this program gives itself as a player: a room does not follow what another one plays.
    package static let ownPlayer = "Downbeat"

    /// What is played by whom this means: what plays before what stands still, and of several the newest.
    package func choice(of playing: [PlayingElsewhere]) -> PlayingElsewhere? {
        let own = playing.filter { one in
            guard one.user == user else { return false }
            return player.map { $0 == one.player } ?? !(one.player?.hasPrefix(Self.ownPlayer) ?? false)
        }
        return own.min { one, other in
            let (stands, standsToo) = (one.report?.isPlaying == false, other.report?.isPlaying == false)
            if stands != standsToo { return standsToo }
            return one.age?.lowerBound ?? .furthest < other.age?.lowerBound ?? .furthest
        }
    }
}

/// What a server said once of whom a room follows.
package struct Sighting: Hashable, Sendable, Codable {
    /// Nil for nothing.
    package let playing: PlayingElsewhere?
    /// When the server was asked, and when it had answered.
    package let asked: ServerTime
    package let answered: ServerTime
    /// When it was asked the time before; nil if it was not.
    package let before: ServerTime?

    package init(_ playing: PlayingElsewhere?, asked: ServerTime, answered: ServerTime, before: ServerTime?) {
        (self.playing, self.asked, self.answered, self.before) = (playing, asked, max(asked, answered), before)
    }

    /// How long a song is at most whose length and beginning are unknown.
    private static let longest = MediaTime(seconds: 600)

    /// When the song's first moment was played, as far as this tells. `isNew` says that another one was played the time before.
    func span(isNew: Bool) -> ClosedRange<ServerTime> {
        if let report = playing?.report { return asked.earlier(report.position)...answered.earlier(report.position) }
        let longest = playing?.song.piece?.duration ?? Self.longest
        let age = playing?.age ?? .zero...max(.zero, longest)
        let told = asked.earlier(age.upperBound)...answered.earlier(age.lowerBound)
        guard isNew, let before, before <= answered else { return told }
        let seen = before...answered
        return seen.overlaps(told) ? seen.clamped(to: told) : seen
    }
}
