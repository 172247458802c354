internal import CWeights
internal import Music

/// Why a file of weights was refused.
package enum WeightsError: Error, Equatable {
    case notWeights
    case unknownFormat(Int)
    case wrongLength(expected: Int, found: Int)
    case damaged
    /// The embedded weights do not have the version in `shim.h`.
    case otherVersion(Int)
    /// The layer with this number does not fit the one before it, the input or the output.
    case unfitLayer(Int)
}

/// Reads the layers of a network from the file that `Tests/Training/export_weights.py` writes and describes.
enum WeightsFile {
    private static let magic: [UInt8] = Array("DBNW".utf8)
    private static let format = 1
    private static let headerCount = 20
    private static let shapeCount = 8

    /// The weights inside this program.
    enum Embedded {
        /// Evidence for beats in sound.
        case beats
        /// The level and the bars of a grid of beats.
        case bars
        /// The key of a song.
        case keys
        /// Where its sections begin, and what they are.
        case form
    }

    /// The embedded layers and their version.
    static func embedded(_ weights: Embedded) -> (layers: [NetworkLayer], version: Int) {
        var count = 0
        let (first, expected) =
            switch weights {
            case .beats: unsafe (beats_weights(&count), Int(BEATS_VERSION))
            case .bars: unsafe (bars_weights(&count), Int(BARS_VERSION))
            case .keys: unsafe (keys_weights(&count), Int(KEYS_VERSION))
            case .form: unsafe (form_weights(&count), Int(FORM_VERSION))
            }
        let bytes = unsafe Span<UInt8>(_unsafeStart: first, count: count)
        do {
            let (layers, version) = try layers(in: bytes)
            guard version == expected else { throw WeightsError.otherVersion(version) }
            return (layers, version)
        } catch {
            preconditionFailure("the weights of \(weights) inside this program cannot be used: \(error)")
        }
    }

    static func layers(in bytes: Span<UInt8>) throws(WeightsError) -> (layers: [NetworkLayer], version: Int) {
        guard bytes.count >= headerCount, magic.indices.allSatisfy({ bytes[$0] == magic[$0] }) else { throw .notWeights }
        let found = number(16, at: 4, of: bytes)
        guard found == format else { throw .unknownFormat(found) }
        let layerCount = number(32, at: 8, of: bytes)
        let bodyCount = number(32, at: 12, of: bytes)
        guard bytes.count == headerCount + bodyCount else {
            throw .wrongLength(expected: headerCount + bodyCount, found: bytes.count)
        }
        let checksum = Checksum.of(bytes.extracting(droppingFirst: headerCount))
        guard Int(checksum) == number(32, at: 16, of: bytes) else { throw .damaged }
        guard layerCount * shapeCount <= bodyCount else {
            throw .wrongLength(expected: headerCount + layerCount * shapeCount, found: bytes.count)
        }

        var layers: [NetworkLayer] = []
        var place = headerCount + layerCount * shapeCount
        for index in 0..<layerCount {
            let shape = headerCount + index * shapeCount
            let (taps, inputs) = (number(16, at: shape, of: bytes), number(16, at: shape + 2, of: bytes))
            let (outputs, dilation) = (number(16, at: shape + 4, of: bytes), number(16, at: shape + 6, of: bytes))
            let end = place + 2 * (taps * inputs + 1) * outputs
            guard end <= bytes.count else { throw .wrongLength(expected: end, found: bytes.count) }
            let weights = halves(taps * inputs * outputs, at: place, of: bytes)
            let biases = halves(outputs, at: end - 2 * outputs, of: bytes)
            layers.append(NetworkLayer(taps: taps, dilation: dilation, inputs: inputs, weights: weights, biases: biases))
            place = end
        }
        guard place == bytes.count else { throw .wrongLength(expected: place, found: bytes.count) }
        return (layers, number(16, at: 6, of: bytes))
    }

    /// Reads a little-endian number of `bits` bits.
    private static func number(_ bits: Int, at place: Int, of bytes: Span<UInt8>) -> Int {
        (0..<bits / 8).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private static func halves(_ count: Int, at place: Int, of bytes: Span<UInt8>) -> [Float] {
        (0..<count).map { Float(Float16(bitPattern: UInt16(number(16, at: place + 2 * $0, of: bytes)))) }
    }
}
