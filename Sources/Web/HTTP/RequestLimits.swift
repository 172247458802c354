/// Size limits of a request: they bound memory and work per connection.
package struct RequestLimits: Sendable, Equatable {
    /// RFC 9112, 3 recommends at least 8000 bytes; nginx and Apache limit it to 8 KiB too.
    package var target = 8 << 10
    /// Request line and fields together; browsers with many cookies stay under half of it.
    package var head = 16 << 10
    /// Browsers send about 20, a chain of proxies adds another 10; Apache has the same limit.
    package var fields = 100
    /// The longest registered method has 17 letters (UPDATEREDIRECTREF).
    package var method = 32
    /// RFC 9112, 2.2: a robust server ignores at least one blank line, sent by old clients after a body.
    package var blankLines = 4
    /// Chunk extensions of a whole body: nobody uses them, and without a bound they make a small body costly to read.
    package var chunkExtensions = 4 << 10
    /// Trailers are checked and dropped; a checksum or a signature fits.
    package var trailers = 4 << 10

    /// Paths at which the target may have `longTarget` bytes: long lists in a query, for clients that cannot send a body.
    package var longPaths: [String] = []
    package static let longTarget = 128 << 10

    package init() {}

    package static let standard = RequestLimits()

    /// The same with room for a long target.
    var lengthened: RequestLimits {
        var limits = self
        limits.target = Self.longTarget
        limits.head += Self.longTarget
        return limits
    }

    /// The longest request line: method, target, two spaces and "HTTP/1.1", CR, LF.
    var requestLine: Int { method + target + 12 }
}
