import CCurl
import COpenSSL
import Glibc
import Synchronization
import System

/// The thread that runs curl, and the mailbox through which others order it.
final class TransferLoop: Sendable {
    /// More are refused: each may hold a socket and a quarter of a megabyte.
    private static let mostTransfers = 64
    /// For one server; more requests wait inside curl.
    private static let mostConnectionsToHost = 6

    private enum Order {
        case start(Int, FetchRequest, BodyQueue)
        case resume(Int)
        case end(Int)
    }

    private struct Mailbox {
        var orders: [Order] = []
        var last = 0
        var open = 0
        var isStopped = false
    }

    /// libcurl wants to be set up once, before its first use. OpenSSL stays until the process is gone: while `exit` runs, other threads may still
    /// use it.
    private static let isSetUp =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1 && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let settings: Fetcher.Settings
    private let clock: any HouseClock
    private let mailbox = Mutex(Mailbox())
    /// Outside its own thread only curl_multi_wakeup uses it, which is allowed on any, and only under the mailbox's lock before the stop.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    init(_ settings: Fetcher.Settings, _ clock: any HouseClock) throws(FetchError) {
        guard Self.isSetUp, let multi = curl_multi_init() else { throw .notStarted("libcurl cannot be set up") }
        (self.settings, self.clock, self.multi) = (settings, clock, multi)
        downbeat_curl_limit(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.mostConnectionsToHost)
        let code = PlainThread.start(name: "fetch") { self.run() }
        guard code == 0 else {
            curl_multi_cleanup(multi)
            throw .notStarted(String(cString: strerror(code)))
        }
    }

    /// The number by which to resume and end the transfer.
    func start(_ request: FetchRequest, _ body: BodyQueue) throws(FetchError) -> Int {
        let number: Result<Int, FetchError> = mailbox.withLock {
            guard !$0.isStopped else { return .failure(.stopped) }
            guard $0.open < Self.mostTransfers else { return .failure(.busy) }
            $0.open += 1
            $0.last += 1
            $0.orders.append(.start($0.last, request, body))
            curl_multi_wakeup(multi)
            return .success($0.last)
        }
        return try number.get()
    }

    func resume(_ number: Int) { post(.resume(number)) }
    func end(_ number: Int) { post(.end(number)) }

    func stop() {
        mailbox.withLock {
            guard !$0.isStopped else { return }
            $0.isStopped = true
            curl_multi_wakeup(multi)
        }
    }

    private func post(_ order: Order) {
        mailbox.withLock {
            guard !$0.isStopped else { return }
            $0.orders.append(order)
            curl_multi_wakeup(multi)
        }
    }

    private func run() {
        // A peer that is gone is an error of its transfer, not a signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        var transfers: [Int: Transfer] = [:]
        while let orders = takeOrders() {
            for order in orders { obey(order, &transfers) }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            endTransfers(&transfers)
            curl_multi_poll(multi, nil, 0, 1000, nil)
        }
        for transfer in transfers.values {
            curl_multi_remove_handle(multi, transfer.easy)
            transfer.body.finish(.failure(.stopped))
        }
        transfers = [:]
        curl_multi_cleanup(multi)
    }

    /// Nil after the stop; requests that never began are then answered.
    private func takeOrders() -> [Order]? {
        let (orders, isStopped) = mailbox.withLock { box in
            defer { box.orders = [] }
            return (box.orders, box.isStopped)
        }
        guard isStopped else { return orders }
        for case .start(_, _, let body) in orders { body.finish(.failure(.stopped)) }
        return nil
    }

    private func obey(_ order: Order, _ transfers: inout [Int: Transfer]) {
        switch order {
        case .start(let number, let request, let body):
            guard let transfer = Transfer(request, body, settings, clock), curl_multi_add_handle(multi, transfer.easy) == CURLM_OK
            else {
                body.finish(.failure(.failed(at: "\(request.address)", because: "libcurl refuses the request")))
                forgetOne()
                return
            }
            transfers[number] = transfer
        case .resume(let number):
            if let transfer = transfers[number] { curl_easy_pause(transfer.easy, CURLPAUSE_CONT) }
        case .end(let number):
            guard let transfer = transfers.removeValue(forKey: number) else { return }
            curl_multi_remove_handle(multi, transfer.easy)
            transfer.body.finish(.failure(.cancelled))
            forgetOne()
        }
    }

    private func endTransfers(_ transfers: inout [Int: Transfer]) {
        var code = CURLE_OK
        while let easy = downbeat_curl_ended(multi, &code) {
            curl_multi_remove_handle(multi, easy)
            guard let (number, transfer) = transfers.first(where: { $0.value.easy == easy }) else { continue }
            if transfer.isRedirected(after: code) {
                if curl_multi_add_handle(multi, easy) == CURLM_OK { continue }
                transfer.body.finish(.failure(.stopped))
            }
            transfers[number] = nil
            forgetOne()
        }
    }

    private func forgetOne() {
        mailbox.withLock { $0.open -= 1 }
    }
}
