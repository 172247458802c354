import Foundation
import System
import Waiting

/// One tab of headless Chromium, driven over its debugging pipe (the Chrome DevTools Protocol, one JSON object a message).
final class Browser {
    private let process: ChildProcess
    private var lastCall = 0
    private var heard = 0
    private var tab: String?
    private var hasLoaded = false
    /// The errors of the page so far: logged errors and warnings, uncaught exceptions, failed requests.
    private(set) var complaints: [String] = []

    /// Opens an empty tab while `body` runs.
    static func running<Value: Sendable>(_ body: (Browser) async throws -> Value) async throws -> Value {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--no-proxy-server",
            "--remote-debugging-pipe",
            "--user-data-dir=\(folder.path)", "about:blank",
        ]
        return try await ChildProcess.running(Tool.chromium.found(), arguments, isSpokenTo: true) { process in
            let browser = Browser(process)
            try await browser.attach()
            return try await body(browser)
        }
    }

    private init(_ process: ChildProcess) {
        self.process = process
    }

    private func attach() async throws {
        let target = try await call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        tab = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "Network"] { _ = try await call("\(domain).enable") }
    }

    /// Navigates to an address and waits for the page's load event.
    func open(_ address: String) async throws {
        hasLoaded = false
        _ = try await call("Page.navigate", ["url": address])
        while !hasLoaded { note(try await next()) }
    }

    /// The value of a JavaScript expression, as text.
    func evaluate(_ expression: String) async throws -> String {
        let answer = try await call(
            "Runtime.evaluate", ["expression": "String(\(expression))", "awaitPromise": true, "returnByValue": true])
        let result = answer["result"] as? [String: Any]
        return result?["value"] as? String ?? "\(answer)"
    }

    /// Waits in the page until a JavaScript condition holds, checking it every 10 ms.
    func wait(seconds: Double, until condition: String) async throws {
        let script = """
            new Promise((done) => {
                const end = performance.now() + \(seconds * 1000);
                const look = () => {
                    if (\(condition)) done("yes");
                    else if (performance.now() > end) done("no");
                    else setTimeout(look, 10);
                };
                look();
            })
            """
        // Not `evaluate`, since String() of a promise is not its value.
        let answer = try await call(
            "Runtime.evaluate", ["expression": script, "awaitPromise": true, "returnByValue": true])
        guard (answer["result"] as? [String: Any])?["value"] as? String == "yes" else {
            let page = try await evaluate("document.body.innerText")
            throw NeverHappened("\(condition) within \(seconds) s; the page said: \(page); complaints: \(complaints)")
        }
    }

    private func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        lastCall += 1
        var message: [String: Any] = ["id": lastCall, "method": method, "params": parameters]
        message["sessionId"] = tab
        process.say(Array(try JSONSerialization.data(withJSONObject: message)))
        while true {
            let message = try await next()
            if message["id"] as? Int == lastCall {
                guard let result = message["result"] as? [String: Any] else {
                    throw NeverHappened("\(method): \(message)")
                }
                return result
            }
            note(message)
        }
    }

    private func next() async throws -> [String: Any] {
        let transcript = process.transcript
        let number = heard
        let bytes = try await blocking {
            guard let bytes = transcript.piece(2, after: number, separator: 0, within: patience) else {
                throw NeverHappened("a message of Chromium; it said: \(transcript.text(1))")
            }
            return bytes
        }
        heard += 1
        return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
    }

    private func note(_ event: [String: Any]) {
        let parameters = event["params"] as? [String: Any] ?? [:]
        switch event["method"] as? String {
        case "Page.loadEventFired": hasLoaded = true
        case "Log.entryAdded":
            let entry = parameters["entry"] as? [String: Any] ?? [:]
            if ["error", "warning"].contains(entry["level"] as? String) { complaints.append("log: \(entry)") }
        case "Runtime.consoleAPICalled":
            if ["error", "warning", "assert"].contains(parameters["type"] as? String) {
                complaints.append("console: \(parameters)")
            }
        case "Runtime.exceptionThrown": complaints.append("exception: \(parameters)")
        case "Network.loadingFailed": complaints.append("failed: \(parameters)")
        case "Network.responseReceived":
            let response = parameters["response"] as? [String: Any] ?? [:]
            if response["status"] as? Int ?? 0 >= 400 { complaints.append("answer: \(response)") }
        default: break
        }
    }
}
