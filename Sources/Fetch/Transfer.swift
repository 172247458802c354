import CCurl
import System

/// One request as curl sees it, through its redirects. It belongs to curl's thread.
final class Transfer {
    /// Of all heads together, redirects included.
    private static let mostHeadBytes = 65_536
    /// The body of a redirect is dropped.
    private static let mostRedirectBytes = 65_536
    private static let redirects = [301, 302, 303, 307, 308]
    /// RFC 9110, 15.4: the others turn a POST into a GET.
    private static let redirectsAsPosted = [307, 308]

    let easy: UnsafeMutableRawPointer
    let body: BodyQueue
    private let request: FetchRequest
    private let clock: any HouseClock
    private let started: UInt64
    private var address: FetchAddress
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var fields: [(name: String, value: String)] = []
    private var (hops, headBytes, bodyBytes, redirectBytes) = (0, 0, 0, 0)
    private var hasHead = false
    private var isRedirect = false
    private var failure: FetchError?

    /// Nil if curl cannot do what is asked.
    init?(_ request: FetchRequest, _ body: BodyQueue, _ settings: Fetcher.Settings, _ clock: any HouseClock) {
        guard let easy = curl_easy_init() else { return nil }
        (self.easy, self.body, self.request, address) = (easy, body, request, request.address)
        (self.clock, started) = (clock, clock.now)
        for line in request.headers { headers = curl_slist_append(headers, line) }
        guard prepare(settings) else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
    }

    private func prepare(_ settings: Fetcher.Settings) -> Bool {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_BUFFERSIZE, 32_768),
            (CURLOPT_MAXAGE_CONN, max(Self.milliseconds(settings.idle) / 1000, 1)),
            (CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.limits.connecting)),
            (CURLOPT_LOW_SPEED_LIMIT, 1), (CURLOPT_LOW_SPEED_TIME, max(Self.milliseconds(request.limits.idle) / 1000, 1)),
        ]
        var texts: [(CURLoption, String)] = [
            (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_URL, address.text), (CURLOPT_USERAGENT, settings.agent),
        ]
        if request.posts { texts.append((CURLOPT_COPYPOSTFIELDS, "")) }
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        if !settings.usesProxies { texts.append((CURLOPT_PROXY, "")) }
        let me = Unmanaged.passUnretained(self).toOpaque()
        return numbers.allSatisfy { downbeat_curl_set(easy, $0.0, $0.1) == CURLE_OK }
            && texts.allSatisfy { downbeat_curl_set_text(easy, $0.0, $0.1) == CURLE_OK }
            && downbeat_curl_set_list(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK
            && downbeat_curl_close_on_exec(easy) == CURLE_OK
            && downbeat_curl_on_head(
                easy, { Transfer.of($3)?.takeHead(UnsafeRawBufferPointer(start: $0, count: $2)) ?? 0 }, me) == CURLE_OK
            && downbeat_curl_on_body(
                easy, { Transfer.of($3)?.takeBody(UnsafeRawBufferPointer(start: $0, count: $2)) ?? 0 }, me) == CURLE_OK
            && setTime()
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// At least 1: 0 would mean no limit.
    private static func milliseconds(_ duration: Duration) -> Int {
        Int(clamping: max(min(duration / .milliseconds(1), 1e9), 1).exactWhole)
    }

    /// Redirects share the time of the request.
    private func setTime() -> Bool {
        guard let total = request.limits.total else { return true }
        let left = total - .seconds(clock.seconds(since: started))
        return downbeat_curl_set(easy, CURLOPT_TIMEOUT_MS, Self.milliseconds(left)) == CURLE_OK
    }

    private func takeHead(_ line: UnsafeRawBufferPointer) -> Int {
        headBytes += line.count
        guard headBytes <= Self.mostHeadBytes else { return fail(.tooLarge(at: "\(address)", bytes: Self.mostHeadBytes)) }
        // Fields after the body are left alone.
        guard !hasHead else { return line.count }
        let text = String(decoding: line, as: UTF8.self).filter { !$0.isNewline }
        if text.isEmpty { return endHead() ? line.count : 0 }
        if text.hasPrefix("HTTP/") {
            fields = []
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields.append((text[..<colon].lowercased(), String(value)))
        }
        return line.count
    }

    private func endHead() -> Bool {
        let status = downbeat_curl_number(easy, CURLINFO_RESPONSE_CODE)
        guard !(100..<200).contains(status) else { return true }
        let head = AnswerHead(status: status, fields: fields)
        if Self.redirects.contains(status), head.field("location") != nil {
            isRedirect = true
            return true
        }
        if let length = head.field("content-length").flatMap({ Int($0) }), length > request.limits.bytes {
            return fail(.tooLarge(at: "\(address)", bytes: request.limits.bytes)) > 0
        }
        hasHead = true
        body.begin(head)
        return true
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isRedirect {
            redirectBytes += bytes.count
            guard redirectBytes <= Self.mostRedirectBytes else {
                return fail(.tooLarge(at: "\(address)", bytes: Self.mostRedirectBytes))
            }
            return bytes.count
        }
        guard hasHead else { return fail(.notHTTP(at: "\(address)")) }
        guard bodyBytes + bytes.count <= request.limits.bytes else {
            return fail(.tooLarge(at: "\(address)", bytes: request.limits.bytes))
        }
        switch body.offer(bytes) {
        case .full: return Int(CURL_WRITEFUNC_PAUSE)
        case .refused: return 0
        case .taken:
            bodyBytes += bytes.count
            return bytes.count
        }
    }

    /// The 0 that makes curl end the transfer.
    private func fail(_ error: FetchError) -> Int {
        failure = error
        return 0
    }

    /// Answers curl's end of a transfer: true if the handle is to be added again, for a redirect.
    func isRedirected(after code: CURLcode) -> Bool {
        if failure == nil, code == CURLE_OK, isRedirect {
            failure = follow()
            if failure == nil { return true }
        }
        if let failure {
            body.finish(.failure(failure))
        } else if code == CURLE_OK, hasHead {
            body.finish(.success(()))
        } else {
            body.finish(.failure(error(for: code)))
        }
        return false
    }

    /// Prepares the next request of a redirect; the error if it is not allowed.
    private func follow() -> FetchError? {
        hops += 1
        guard hops <= request.limits.redirects else { return .tooManyRedirects(at: "\(address)") }
        guard let text = downbeat_curl_text(easy, CURLINFO_REDIRECT_URL), let next = FetchAddress(String(cString: text)),
            next.scheme == address.scheme
        else { return .redirected(at: "\(address)", to: "another scheme") }
        if !next.isSameHost(as: address) {
            guard request.mayChangeHost else { return .redirected(at: "\(address)", to: "another host") }
            downbeat_curl_set_list(easy, CURLOPT_HTTPHEADER, nil)
        }
        if request.posts, !Self.redirectsAsPosted.contains(downbeat_curl_number(easy, CURLINFO_RESPONSE_CODE)) {
            downbeat_curl_set(easy, CURLOPT_HTTPGET, 1)
        }
        address = next
        (isRedirect, fields) = (false, [])
        guard downbeat_curl_set_text(easy, CURLOPT_URL, next.text) == CURLE_OK, setTime() else {
            return .failed(at: "\(address)", because: "the redirect cannot be followed")
        }
        return nil
    }

    private func error(for code: CURLcode) -> FetchError {
        let at = "\(address)"
        switch code {
        case CURLE_OK, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_GOT_NOTHING: return .notHTTP(at: at)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost(at: at)
        case CURLE_COULDNT_CONNECT: return .unreachable(at: at)
        case CURLE_OPERATION_TIMEDOUT: return .tooSlow(at: at)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR: return .cutShort(at: at)
        case CURLE_PEER_FAILED_VERIFICATION: return .certificate(at: at, because: certificateProblem)
        case CURLE_SSL_CONNECT_ERROR: return .encryption(at: at)
        case CURLE_SSL_CACERT_BADFILE: return .authorities
        default: return .failed(at: at, because: String(cString: curl_easy_strerror(code)))
        }
    }

    /// From OpenSSL's list of verification results.
    private var certificateProblem: String {
        switch downbeat_curl_number(easy, CURLINFO_SSL_VERIFYRESULT) {
        // curl leaves its own 1 when the chain was fine and the name is not.
        case 0, 1, 62, 64: "it is for another host"
        case 9: "it is not valid yet"
        case 10: "it has expired"
        case 18, 19: "it is self-signed"
        case 20, 21: "its issuer is not trusted"
        default: "it cannot be verified"
        }
    }
}

extension Double {
    /// Without its fraction; 0 if it is no number that fits.
    fileprivate var exactWhole: Int { Int(exactly: rounded(.down)) ?? 0 }
}
