extension [Double] {
    /// The middle value, of an even number the upper one of the two; there must be at least one.
    var median: Double { sorted()[count / 2] }
}
