/// Tells addresses from names by their syntax, without a DNS lookup.
enum IPLiteral {
    /// Four decimal numbers up to 255 with no leading zeros (RFC 3986, IPv4address).
    static func isVersion4(_ bytes: Span<UInt8>) -> Bool {
        var parts = 0
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x2E {
            guard (1...3).contains(index - start), let value = bytes.decimal(start..<index), value <= 255,
                index - start == 1 || bytes[start] != 0x30
            else { return false }
            parts += 1
            start = index + 1
        }
        return parts == 4
    }

    /// Eight groups of hexadecimal digits, where `::` may replace one run of zeros and IPv4 the last two groups
    /// (RFC 4291, 2.2); without brackets and without a zone.
    static func isVersion6(_ bytes: Span<UInt8>) -> Bool {
        var groups = 0
        var isShortened = false
        var index = 0
        if bytes.count >= 2, bytes[0] == 0x3A, bytes[1] == 0x3A {
            isShortened = true
            index = 2
            if index == bytes.count { return true }
        }
        while true {
            let start = index
            while index < bytes.count, hexadecimalValue(bytes[index]) != nil { index += 1 }
            if index < bytes.count, bytes[index] == 0x2E {
                guard isVersion4(bytes.extracting(start..<bytes.count)) else { return false }
                groups += 2
                break
            }
            guard (1...4).contains(index - start), groups < 8 else { return false }
            groups += 1
            if index == bytes.count { break }
            guard bytes[index] == 0x3A else { return false }
            index += 1
            if index < bytes.count, bytes[index] == 0x3A {
                guard !isShortened else { return false }
                isShortened = true
                index += 1
                if index == bytes.count { break }
            }
        }
        return isShortened ? groups <= 7 : groups == 8
    }

    static func isVersion4(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return isVersion4(bytes.span)
    }

    static func isVersion6(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return isVersion6(bytes.span)
    }
}
