import Text

/// How a server is asked to scan its music folders.
extension SubsonicClient {
    package func startScan() async throws(SubsonicError) {
        _ = try await ask("startScan", [], ScanStatus.self)
    }

    /// Whether it scans now.
    package func isScanning() async throws(SubsonicError) -> Bool {
        try await ask("getScanStatus", [], ScanStatus.self).isScanning
    }
}

private struct ScanStatus: Decodable {
    let isScanning: Bool

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let status = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "scanStatus")
        isScanning = status?.truth("scanning") ?? false
    }
}
