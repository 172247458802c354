internal import CSongWeights

/// The weights that tell keys and forms, inside this program. `Tests/Training` makes them.
enum SongWeights {
    static var keys: [BeatNetworkLayer] {
        var count = 0
        let first = unsafe key_weights(&count)
        return unsafe layers(Span(_unsafeStart: first, count: count))
    }

    static var form: [BeatNetworkLayer] {
        var count = 0
        let first = unsafe form_weights(&count)
        return unsafe layers(Span(_unsafeStart: first, count: count))
    }

    private static func layers(_ bytes: Span<UInt8>) -> [BeatNetworkLayer] {
        do {
            return try BeatNetworkFile.layers(in: bytes).layers
        } catch {
            preconditionFailure("the weights inside this program cannot be used: \(error)")
        }
    }
}

extension BeatNetworkLayer {
    /// The outputs for rows that stand in a ring: each is a sum over `taps` rows from its own on. A row of outputs has `width` numbers.
    func around(_ ring: [Float]) -> [Float] {
        let count = ring.count / inputs
        let opened = (0..<count + taps - 1).flatMap { row in
            let start = row % count * inputs
            return ring[start..<start + inputs]
        }
        return sums(of: opened, count: count)
    }

    /// The outputs for rows of which each is summed with those that follow it, `taps` in all.
    func sums(of rows: [Float], count: Int) -> [Float] {
        precondition(dilation == 1 && rows.count == (count + taps - 1) * inputs, "every output has rows for all taps")
        var result = [Float](repeating: 0, count: count * width)
        unsafe rows.withUnsafeBufferPointer { rows in
            unsafe result.withUnsafeMutableBufferPointer { result in
                guard let first = rows.baseAddress, let target = result.baseAddress else { return }
                unsafe convolve(first + reach * inputs, count: count, into: target, finish: .plain)
            }
        }
        return result
    }
}
