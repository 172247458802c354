/// A number as a report shows it, to so many digits behind the point.
package func rounded(_ value: Double, to digits: Int) -> Double {
    let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][digits] as Double
    return (value * scale).rounded() / scale
}
