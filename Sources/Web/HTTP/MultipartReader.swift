import Glibc

/// Parses a multipart/form-data body into its parts, however the bytes are split; does no I/O and keeps no part.
package struct MultipartReader: Sendable {
    package enum Event: Sendable, Equatable {
        /// All input was taken; more is needed.
        case needsMore
        case part(MultipartPart)
        /// These bytes of this input belong to the part.
        case bytes(Range<Int>)
        /// These bytes of earlier input belong to the part: until now they might have begun a boundary.
        case earlierBytes([UInt8])
        case partEnd
        /// The form is complete; further bytes are ignored.
        case end
    }

    private enum Stage {
        /// Looking for a boundary, in a part or in the preamble.
        case content(inPart: Bool)
        /// After a boundary, with one hyphen seen or none.
        case delimiter(hyphens: Int)
        case padding
        case delimiterLineFeed
        case head
        case epilogue
        case failed(MultipartError)
    }

    /// Three short fields and a file name of 255 percent-encoded bytes stay far below.
    package static let headLimit = 8 << 10
    /// A handwritten form has ten fields; the files of an album fit, too.
    package static let partLimit = 100
    /// RFC 2046, 5.1.1.
    private static let boundaryLengths = 1...70

    /// CR LF, two hyphens and the boundary. It contains CR only at its start, so no match begins inside another.
    private let delimiter: [UInt8]
    private var stage = Stage.content(inPart: false)
    /// The number of delimiter bytes matched so far. A body begins as if CR LF had preceded it.
    private var matched = 2
    /// The number of `matched` bytes that are not content, even if the match fails.
    private var borrowed = 2
    private var head: [UInt8] = []
    private var parts = 0

    /// Parses a Content-Type field; nil unless it is multipart/form-data with a valid boundary.
    package init?(contentType: String) {
        guard let type = FieldParameters(contentType.utf8Span.span), type.value == "multipart/form-data",
            let boundary = type["boundary"], Self.boundaryLengths.contains(boundary.count), boundary.last != 0x20,
            boundary.allSatisfy({ Self.isBoundaryCharacter($0) })
        else { return nil }
        delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
    }

    /// Reads from `offset` and moves it past the bytes taken. After an error every further call throws it again.
    package mutating func next(in input: Span<UInt8>, from offset: inout Int) throws(MultipartError) -> Event {
        do {
            while offset < input.count {
                if let event = try step(input, &offset) { return event }
            }
            return .needsMore
        } catch {
            stage = .failed(error)
            head = []
            throw error
        }
    }

    /// Call at the end of the body: throws unless the form was complete.
    package func finish() throws(MultipartError) {
        switch stage {
        case .epilogue: return
        case .failed(let error): throw error
        default: throw .unfinished
        }
    }

    private mutating func step(_ input: Span<UInt8>, _ offset: inout Int) throws(MultipartError) -> Event? {
        switch stage {
        case .content(let inPart):
            return content(input, &offset, inPart)
        case .delimiter(let hyphens):
            return try delimiter(input[offset], &offset, hyphens)
        case .padding:
            try padding(input[offset])
            offset += 1
        case .delimiterLineFeed:
            guard input[offset] == 0x0A else { throw .malformedDelimiter }
            guard parts < Self.partLimit else { throw .tooManyParts(limit: Self.partLimit) }
            parts += 1
            offset += 1
            stage = .head
        case .head:
            return try head(input, &offset)
        case .epilogue:
            offset = input.count
        case .failed(let error):
            throw error
        }
        return nil
    }

    /// Reads content up to the delimiter, to a possible start of it, or to the end of the input.
    private mutating func content(_ input: Span<UInt8>, _ offset: inout Int, _ inPart: Bool) -> Event? {
        guard matched == 0 else { return continueMatch(input, &offset, inPart) }
        let start = offset
        offset = delimiterStart(input, from: start)
        if offset > start { return inPart ? .bytes(start..<offset) : nil }
        matched = min(delimiter.count, input.count - offset)
        offset += matched
        return matched == delimiter.count ? endContent(inPart) : nil
    }

    /// Continues a match that began in earlier input.
    private mutating func continueMatch(_ input: Span<UInt8>, _ offset: inout Int, _ inPart: Bool) -> Event? {
        let start = offset
        while matched < delimiter.count, offset < input.count, input[offset] == delimiter[matched] {
            matched += 1
            offset += 1
        }
        if matched == delimiter.count { return endContent(inPart) }
        if offset == input.count { return nil }
        // The match failed, and no other begins inside it: the matched bytes are content.
        let earlier = borrowed..<(matched - (offset - start))
        offset = start
        matched = 0
        borrowed = 0
        return inPart && !earlier.isEmpty ? .earlierBytes(Array(delimiter[earlier])) : nil
    }

    private mutating func endContent(_ inPart: Bool) -> Event? {
        matched = 0
        borrowed = 0
        stage = .delimiter(hyphens: 0)
        return inPart ? .partEnd : nil
    }

    /// The start of a delimiter, or of a possible one that the input cuts off; the end of the input if there is neither.
    private func delimiterStart(_ input: Span<UInt8>, from start: Int) -> Int {
        input.withUnsafeBytes { bytes in
            delimiter.withUnsafeBytes { delimiter in
                guard let base = bytes.baseAddress, let wanted = delimiter.baseAddress else { return bytes.count }
                var index = start
                while index < bytes.count, let found = memchr(base + index, 0x0D, bytes.count - index) {
                    index = UnsafeRawPointer(found) - base
                    if memcmp(base + index, wanted, min(delimiter.count, bytes.count - index)) == 0 { return index }
                    index += 1
                }
                return bytes.count
            }
        }
    }

    private mutating func delimiter(
        _ byte: UInt8, _ offset: inout Int, _ hyphens: Int
    ) throws(MultipartError) -> Event? {
        if byte == 0x2D {
            offset += 1
            stage = hyphens == 0 ? .delimiter(hyphens: 1) : .epilogue
            return hyphens == 0 ? nil : .end
        }
        guard hyphens == 0 else { throw .malformedDelimiter }
        stage = .padding
        return nil
    }

    /// Blanks that relays may have added after a boundary (RFC 2046, 5.1.1), and CR.
    private mutating func padding(_ byte: UInt8) throws(MultipartError) {
        switch byte {
        case 0x20, 0x09: break
        case 0x0D: stage = .delimiterLineFeed
        default: throw .malformedDelimiter
        }
    }

    private mutating func head(_ input: Span<UInt8>, _ offset: inout Int) throws(MultipartError) -> Event? {
        while offset < input.count {
            let byte = input[offset]
            let afterReturn = head.last == 0x0D
            guard afterReturn == (byte == 0x0A) else { throw .bareLineBreak(byte: afterReturn ? 0x0D : byte) }
            guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0D || byte == 0x0A else {
                throw .controlByte(byte)
            }
            head.append(byte)
            offset += 1
            if byte == 0x0A, head.count == 2 || head.dropLast(2).last == 0x0A {
                let part = try MultipartPart(head: head.span.extracting(0..<head.count - 2))
                head = []
                stage = .content(inPart: true)
                // If the part has no body, the CR LF that ends the head also begins the delimiter (RFC 2046, 5.1.1).
                matched = 2
                borrowed = 2
                return .part(part)
            }
            guard head.count < Self.headLimit else { throw .headTooLarge(limit: Self.headLimit) }
        }
        return nil
    }

    private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20: true
        default: "'()+_,-./:=?".utf8.contains(byte)
        }
    }
}
