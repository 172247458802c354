import CQRencode

/// A QR code (ISO/IEC 18004): squares that a phone's camera reads as an address.
package struct QRCode {
    /// The error correction: how much of a code may be hidden or damaged and still be read.
    package enum Care {
        /// 7 %, for the fewest squares.
        case little
        /// 15 %.
        case some
    }

    /// Squares along each side.
    let width: Int
    /// Row by row.
    private let isDark: [Bool]

    /// Nil if the text is too long for a code, which is far longer than any address.
    package init?(_ text: String, care: Care) {
        // Version 0 takes the smallest that holds the text.
        guard let code = QRcode_encodeString8bit(text, 0, care == .little ? QR_ECLEVEL_L : QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        self.width = width
        // The lowest bit is the colour; the others say what the square is for.
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether a square is dark; all around the code is light.
    subscript(x: Int, y: Int) -> Bool {
        (0..<width).contains(x) && (0..<width).contains(y) && isDark[y * width + x]
    }
}
