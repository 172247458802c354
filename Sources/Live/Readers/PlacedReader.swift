package import Session

/// A reader whose sound says when it is heard: it is not counted from when it came.
package protocol PlacedReader: AnyObject {
    /// Position 0 of the input is heard at this moment of the house clock.
    func begin(heardFrom moment: ServerTime)
    /// The sound of some positions, in `SoundSample`'s format; the end of it may still come.
    func sound(_ samples: Range<Int>) -> PlacedSound
    /// Why nobody gives sound, as far as is known.
    var trouble: String? { get }
    /// Lets go of what it uses: nobody reads any more.
    func end()
}

/// Sound from a position on.
package struct PlacedSound {
    var left: [Float] = []
    var right: [Float] = []
    /// Whether somebody gives it; else it is silence.
    var isGiven = false
}
