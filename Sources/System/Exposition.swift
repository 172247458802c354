/// Metrics in the text exposition format of Prometheus, version 0.0.4.
package struct Exposition {
    package private(set) var text = ""

    package init() {}

    /// Adds a metric, under our name, with a sample for each set of labels.
    package mutating func add(
        _ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: some CustomStringConvertible)]
    ) {
        text += "# HELP downbeat_\(name) \(help)\n# TYPE downbeat_\(name) \(kind)\n"
        for sample in samples { text += "downbeat_\(name)\(sample.labels) \(sample.value)\n" }
    }
}
