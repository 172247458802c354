/// A violation of HTTP by a peer, or a limit that it reached, with the offending value for the log.
package enum HTTPError: Error, Sendable, Equatable {
    case notHTTP(firstByte: UInt8)
    case tooManyBlankLines(limit: Int)
    case bareLineBreak(byte: UInt8)
    case controlByte(UInt8)
    case malformedRequestLine
    case malformedMethod(String)
    case malformedTarget(String)
    case targetTooLong(limit: Int)
    case unsupportedVersion(String)
    case headTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case malformedField(String)
    case foldedField

    case missingHost
    case duplicateHost
    case malformedHost(String)
    case hostNotAllowed(String)
    case originNotAllowed(String)

    case malformedContentLength(String)
    case duplicateContentLength
    case lengthAndTransferEncoding
    case unsupportedTransferEncoding(String)
    case unsupportedExpectation(String)
    case malformedChunkSize
    case chunkExtensionsTooLong(limit: Int)
    case malformedChunkEnd
    case malformedTrailer
    case trailersTooLarge(limit: Int)

    case notFound
    case malformedWebSocketKey
    case bodyTooLarge(limit: Int)
    case lengthRequired
    case tooSlow
    case methodNotAllowed(allowed: [Method])
    case rangeNotSatisfiable(length: Int)
    case preconditionFailed
    case upgradeRequired
    case tooMany(QuotaKind)
    case overloaded
    case diskFull
    case failed
    case missingParameter(String)
    case malformedParameter(name: String, value: String)

    /// The status of the answer.
    package var status: Status {
        switch self {
        case .notHTTP, .tooManyBlankLines, .bareLineBreak, .controlByte, .malformedRequestLine, .malformedMethod,
            .malformedTarget, .malformedField, .foldedField, .missingHost, .duplicateHost, .malformedHost,
            .malformedContentLength, .duplicateContentLength, .lengthAndTransferEncoding,
            .unsupportedTransferEncoding, .malformedChunkSize, .chunkExtensionsTooLong, .malformedChunkEnd,
            .malformedTrailer, .missingParameter, .malformedParameter, .malformedWebSocketKey:
            .badRequest
        case .targetTooLong: .uriTooLong
        case .unsupportedVersion: .versionNotSupported
        case .headTooLarge, .tooManyFields, .trailersTooLarge: .headerFieldsTooLarge
        case .hostNotAllowed: .misdirected
        case .originNotAllowed: .forbidden
        case .unsupportedExpectation: .expectationFailed
        case .bodyTooLarge: .contentTooLarge
        case .lengthRequired: .lengthRequired
        case .tooSlow: .requestTimeout
        case .methodNotAllowed: .methodNotAllowed
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .preconditionFailed: .preconditionFailed
        case .upgradeRequired: .upgradeRequired
        case .tooMany: .tooManyRequests
        case .notFound: .notFound
        case .overloaded: .unavailable
        case .diskFull: .insufficientStorage
        case .failed: .internalError
        }
    }

    /// One plain sentence for the peer; of the peer's own bytes it echoes only the letters of a host, so it is safe to show in a page.
    package var sentence: String {
        switch self {
        case .notHTTP(0x16): "This port speaks plain HTTP, not TLS."
        case .notHTTP: "This port speaks HTTP."
        case .tooManyBlankLines(let limit): "At most \(limit) blank lines may come before a request."
        case .bareLineBreak: "Lines must end with CR LF."
        case .controlByte: "Control bytes are not allowed in a request."
        case .malformedRequestLine: "The request line must be a method, a target and a version, one space between them."
        case .malformedMethod: "The method is not a token."
        case .malformedTarget: "The request target must be a valid path on this server."
        case .targetTooLong(let limit): "The request target may have at most \(limit) bytes."
        case .unsupportedVersion: "Only HTTP/1.0 and HTTP/1.1 are spoken here."
        case .headTooLarge(let limit): "The head of a request may have at most \(limit) bytes."
        case .tooManyFields(let limit): "A request may have at most \(limit) header fields."
        case .malformedField: "A header field must be a token, a colon and a value."
        case .foldedField: "Header fields must not be folded over lines."
        case .missingHost: "A request needs a Host field."
        case .duplicateHost: "A request may have only one Host field."
        case .malformedHost: "The Host field must be a host name or address, with or without a port."
        case .hostNotAllowed(let host):
            "This server does not answer for the host \(ForeignHost(host)): start it with --allow-host \(ForeignHost(host).name)."
        case .originNotAllowed: "Pages from that origin may not connect here."
        case .malformedContentLength: "Content-Length must be a decimal number."
        case .duplicateContentLength: "A request may have only one Content-Length field."
        case .lengthAndTransferEncoding: "A request may not have both Content-Length and Transfer-Encoding."
        case .unsupportedTransferEncoding: "The only transfer coding spoken here is chunked, in HTTP/1.1."
        case .unsupportedExpectation: "The only expectation met here is 100-continue."
        case .malformedChunkSize: "A chunk size must be a hexadecimal number."
        case .chunkExtensionsTooLong(let limit): "Chunk extensions may have at most \(limit) bytes."
        case .malformedChunkEnd: "A chunk must end with CR LF."
        case .malformedTrailer: "A trailer field must be a token, a colon and a value."
        case .trailersTooLarge(let limit): "Trailers may have at most \(limit) bytes."
        case .bodyTooLarge(let limit): "The body may have at most \(limit) bytes."
        case .lengthRequired: "A request with a body needs Content-Length or chunked coding."
        case .tooSlow: "The request took too long to arrive."
        case .methodNotAllowed: "This resource does not know that method."
        case .rangeNotSatisfiable(let length): "The range lies outside the \(length) bytes there are."
        case .preconditionFailed: "What is here has changed since you read it."
        case .upgradeRequired: "This resource speaks WebSocket only."
        case .tooMany: "Your address has as many requests of this kind under way as it may: let one end first."
        case .notFound: "There is nothing at this address."
        case .malformedWebSocketKey: "Sec-WebSocket-Key must be 16 bytes in base64, once."
        case .overloaded: "The server is busy: try again in a moment."
        case .diskFull: "The server has no room left for this."
        case .failed: "The server could not do this; its log says why."
        case .missingParameter: "A parameter is missing."
        case .malformedParameter: "A parameter has a value that does not fit."
        }
    }
}
