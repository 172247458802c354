import Signal
import Testing

@Suite("Triangular bank")
struct TriangularBankTests {
    private let bank = TriangularBank(bandsPerOctave: 8, from: 30, to: 15_000, frameSize: 2048, sampleRate: 44_100)

    private func bands(of spectrum: [Float]) -> [Float] {
        var bands = [Float](repeating: -1, count: bank.bandCount)
        var span = bands.mutableSpan
        bank.bands(of: spectrum.span, into: &span)
        return bands
    }

    @Test("a flat spectrum gives equal bands")
    func flat() {
        #expect(bank.bandCount == 58)
        for band in bands(of: Array(repeating: 0.5, count: 1025)) { #expect(abs(band - 0.5) < 1e-6) }
    }

    @Test("each bin contributes to at most two bands, and each band is a range of bins with one peak")
    func triangles() {
        var columns: [[Float]] = []
        for bin in 0..<1025 {
            var spectrum = [Float](repeating: 0, count: 1025)
            spectrum[bin] = 1
            columns.append(bands(of: spectrum))
            #expect(columns[bin].count { $0 > 0 } <= 2)
        }
        for band in 0..<58 {
            let weights = columns.map { $0[band] }
            let rises = zip(weights, weights.dropFirst()).map { $1 - $0 }.filter { abs($0) > 1e-9 }.map { $0 > 0 }
            #expect(rises.first == true && rises.last == false)
            #expect(zip(rises, rises.dropFirst()).count { $0 != $1 } == 1)
        }
    }
}
