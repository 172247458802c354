import COpenSSL

/// SHA-256 (FIPS 180-4), by OpenSSL.
package enum SHA256 {
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        COpenSSL.SHA256(bytes, bytes.count, &digest)
        return digest
    }
}
