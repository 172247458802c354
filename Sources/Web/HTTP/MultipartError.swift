/// A violation of multipart/form-data (RFC 7578) by a body.
package enum MultipartError: Error, Sendable, Equatable {
    case malformedDelimiter
    case bareLineBreak(byte: UInt8)
    case controlByte(UInt8)
    case headTooLarge(limit: Int)
    case tooManyParts(limit: Int)
    case malformedField
    case foldedField
    case missingDisposition
    case duplicateField(String)
    case malformedDisposition
    case notFormData
    case missingName
    case unsupportedEncoding(String)
    case unfinished

    /// One plain sentence for the peer; it never echoes the peer's own bytes.
    package var sentence: String {
        switch self {
        case .malformedDelimiter: "Behind a boundary must come a line end, or two hyphens at the end of the form."
        case .bareLineBreak: "Lines in the head of a part must end with CR LF."
        case .controlByte: "Control bytes are not allowed in the head of a part."
        case .headTooLarge(let limit): "The head of a part may have at most \(limit) bytes."
        case .tooManyParts(let limit): "A form may have at most \(limit) parts."
        case .malformedField: "A header field of a part must be a token, a colon and a value."
        case .foldedField: "Header fields of a part must not be folded over lines."
        case .missingDisposition: "Every part needs a Content-Disposition field."
        case .duplicateField: "A part may have only one of each header field."
        case .malformedDisposition: "Content-Disposition must be a word and parameters, each name once."
        case .notFormData: "The Content-Disposition of every part must be form-data."
        case .missingName: "Every part needs a name."
        case .unsupportedEncoding: "Parts must be sent as they are, without a transfer encoding."
        case .unfinished: "The form ends before its last boundary."
        }
    }
}
