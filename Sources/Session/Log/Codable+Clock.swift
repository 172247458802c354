import Music

/// Moments are stored by the server's clock at that time, which starts anew with every start of the machine, and are read by the clock of now.
extension CodingUserInfoKey {
    /// How much later all moments are by the clock of now, in microseconds.
    static let later = CodingUserInfoKey(rawValue: "later")
}

extension ServerTime: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let later = CodingUserInfoKey.later.flatMap { decoder.userInfo[$0] as? Int64 } ?? 0
        let (sum, isBeyond) = try value.decode(Int64.self).addingReportingOverflow(later)
        guard !isBeyond, MediaTime(checking: sum) != nil else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "a moment is out of bounds")
        }
        microseconds = sum
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(microseconds)
    }
}

extension Generation: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(number)
    }
}

extension Timeline.Rate: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let rate = Timeline.Rate(try value.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "a speed is out of bounds")
        }
        self = rate
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(speed)
    }
}
