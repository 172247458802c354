/// Percent encoding of everything but unreserved characters (RFC 3986, 2.3).
enum PercentEncoding {
    static func of(_ text: String, keeping kept: Unicode.Scalar? = nil) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": return String(scalar)
            case kept: return String(scalar)
            default: return "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
            }
        }.joined()
    }
}
