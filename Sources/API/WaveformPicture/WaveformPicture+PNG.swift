import Music

extension WaveformPicture {
    /// Blending steps between the background and a colour, for pixels that a bar covers in part.
    private static let shades = 64

    /// The picture as PNG.
    var png: [UInt8] {
        var indices = [UInt8](repeating: 0, count: options.width * options.height)
        for bar in bars {
            let rows = max(0, Int(bar.top))..<min(options.height, Int(bar.bottom.rounded(.up)))
            for row in rows {
                let covered = min(bar.bottom, Double(row + 1)) - max(bar.top, Double(row))
                let shade = Int((covered * Double(Self.shades)).rounded())
                guard shade > 0 else { continue }
                let index = UInt8(shade + (bar.isPlayed ? Self.shades : 0))
                for x in bar.x..<bar.x + bar.width { indices[row * options.width + x] = index }
            }
        }
        return PalettePNG.bytes(width: options.width, height: options.height, indices: indices, palette: palette)
    }

    /// The background, then the shades of the colour, then those of the played colour.
    private var palette: [SIMD4<UInt8>] {
        var palette = [options.background.map { SIMD4($0.red, $0.green, $0.blue, 255) } ?? .zero]
        for colour in [options.colour, options.playedColour] {
            for shade in 1...Self.shades { palette.append(mixed(colour, shade)) }
        }
        return palette
    }

    /// Blends gamma-encoded values, as browsers do at edges.
    private func mixed(_ colour: Colour, _ shade: Int) -> SIMD4<UInt8> {
        guard let background = options.background else {
            return SIMD4(colour.red, colour.green, colour.blue, UInt8((255 * shade + Self.shades / 2) / Self.shades))
        }
        func mix(_ over: UInt8, _ under: UInt8) -> UInt8 {
            UInt8((Int(over) * shade + Int(under) * (Self.shades - shade) + Self.shades / 2) / Self.shades)
        }
        return SIMD4(
            mix(colour.red, background.red), mix(colour.green, background.green), mix(colour.blue, background.blue), 255)
    }
}
