/// A request without a body, and the limits of its answer.
package struct FetchRequest: Sendable {
    package var address: FetchAddress
    /// Lines such as `Accept: application/json`. They are not sent to another host after a redirect.
    package var headers: [String] = []
    package var limits = FetchLimits()
    /// POST in place of GET.
    package var posts = false
    /// Off for addresses with credentials in the query.
    package var mayChangeHost = false

    package init(_ address: FetchAddress) {
        self.address = address
    }
}

/// What an answer may cost at most.
package struct FetchLimits: Sendable {
    /// Until connected, with name look-up and TLS.
    package var connecting: Duration = .seconds(5)
    /// Without any byte; counted in whole seconds.
    package var idle: Duration = .seconds(10)
    /// From request to the end of the body; nil for bodies that their reader may pause.
    package var total: Duration? = .seconds(30)
    /// Of the body, as counted, whatever the server declares.
    package var bytes = 8 << 20
    package var redirects = 5

    package init() {}
}
