import Testing

@testable import Analysis

struct GridReadingsTests {
    @Test("the grid itself is the first reading, and all lie within it and ascend")
    func order() {
        let times = (0..<30).map { 1 + 0.5 * Double($0) }
        let readings = GridReadings(of: times).all
        #expect(readings.count == 15 && readings[0] == times)
        for reading in readings {
            #expect(zip(reading, reading.dropFirst()).allSatisfy { $0 < $1 })
            #expect(reading[0] >= 1 && reading[reading.count - 1] <= times[29] + 1e-9)
        }
    }

    @Test("readings have these tempi and starts")
    func tempi() {
        let readings = GridReadings(of: (0..<30).map { 0.5 * Double($0) }).all
        let found = readings.map { (tempo: (60 / GridReadings.medianInterval($0)).rounded(), start: ($0[0] * 12).rounded()) }
        #expect(found.map(\.tempo) == [120, 240, 60, 60, 120, 60, 60, 360, 40, 40, 40, 180, 180, 80, 80, 80].filter { $0 <= 310 })
        #expect(found.map(\.start) == [0, 0, 0, 6, 3, 3, 9, 0, 6, 12, 0, 2, 0, 3, 6])
    }

    @Test("slow and fast grids have only readings between 29 and 310 beats a minute", arguments: [30.0, 45, 200, 300])
    func range(tempo: Double) {
        let readings = GridReadings(of: (0..<40).map { 60 / tempo * Double($0) }).all
        #expect(readings.count > 1)
        #expect(readings.dropFirst().allSatisfy { GridReadings.tempi.contains(60 / GridReadings.medianInterval($0)) })
    }
}
