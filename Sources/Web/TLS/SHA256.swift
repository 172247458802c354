import COpenSSL

/// SHA-256 (FIPS 180-4), by OpenSSL.
package enum SHA256 {
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        COpenSSL.SHA256(bytes, bytes.count, &digest)
        return digest
    }
}

/// MD5 (RFC 1321), by OpenSSL: only for protocols that ask for it, since collisions are easily made.
package enum MD5 {
    /// Nil where the system forbids MD5.
    package static func digest(_ bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 16)
        return EVP_Digest(bytes, bytes.count, &digest, nil, EVP_md5(), nil) == 1 ? digest : nil
    }
}
