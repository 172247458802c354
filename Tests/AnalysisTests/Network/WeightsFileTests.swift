import Foundation
import Testing

@testable import Analysis

@Suite("File of weights", .serialized)
struct WeightsFileTests {
    /// The file in the repository.
    private let file: [UInt8]

    init() throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        file = Array(try Data(contentsOf: root.appending(path: "Sources/CWeights/beats.weights")))
    }

    private func error(of bytes: [UInt8]) -> WeightsError? {
        do throws(WeightsError) {
            _ = try BeatNetwork(weights: bytes.span)
            return nil
        } catch {
            return error
        }
    }

    @Test("the program contains the same weights")
    func embedded() throws {
        let network = try BeatNetwork(weights: file.span)
        var random = SeededNumbers(seed: 1)
        let bands = random.numbers(20 * BandSpectrum.bandCount).map { abs($0) }
        #expect(network.version == BeatNetwork.current.version)
        #expect(network.evidence(of: bands) == BeatNetwork.current.evidence(of: bands))
    }

    @Test("a wrong magic number, an unknown format and a wrong length have their own errors")
    func header() {
        #expect(error(of: []) == .notWeights)
        #expect(error(of: Array("RIFF".utf8) + file.dropFirst(4)) == .notWeights)
        #expect(error(of: file[0..<4] + [2, 0] + file.dropFirst(6)) == .unknownFormat(2))
        #expect(error(of: file.dropLast()) == .wrongLength(expected: file.count, found: file.count - 1))
        #expect(error(of: file + [0]) == .wrongLength(expected: file.count, found: file.count + 1))
    }

    @Test("a wrong bit is found at any place")
    func bits() {
        for place in stride(from: 8, to: file.count, by: 20_011) {
            var bytes = file
            bytes[place] ^= 0x10
            #expect(error(of: bytes) != nil, "byte \(place)")
            if place > 20 { #expect(error(of: bytes) == .damaged) }
        }
    }

    @Test("layers of incompatible sizes are refused")
    func unfit() {
        let layers = PlainNetwork.layers(seed: 2).map(\.layer)
        func refusal(_ layers: [NetworkLayer]) -> WeightsError? {
            do throws(WeightsError) {
                _ = try BeatNetwork(layers: layers, version: 0)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal(layers) == nil)
        #expect(refusal([]) == .unfitLayer(0))
        #expect(refusal(Array(layers.dropFirst())) == .unfitLayer(layers.count - 1))
        #expect(refusal(Array(layers.dropFirst(2))) == .unfitLayer(0))
        #expect(refusal(layers.dropLast() + layers[2...3]) == .unfitLayer(layers.count + 1))
        #expect(refusal(Array(layers[0..<3])) == .unfitLayer(2))
        #expect(refusal(layers[0..<2] + [layers[3], layers[2]] + layers[4...]) == .unfitLayer(3))
    }
}
