/// The last problem of a room, for people to read.
struct Trouble {
    private(set) var sentence: String?
    /// Whether it is one of what plays, and over with that.
    private var passes = false

    mutating func report(_ sentence: String, passes: Bool) { (self.sentence, self.passes) = (sentence, passes) }

    /// Something else plays.
    mutating func pass() { if passes { sentence = nil } }

    mutating func clear() { sentence = nil }
}
