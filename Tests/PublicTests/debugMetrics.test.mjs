import assert from "node:assert/strict";
import { test } from "node:test";
import { readMetrics, sizeWords } from "../../Public/debug/metrics.js";

test("metrics are read by name and by label", () => {
    const metric = readMetrics("# HELP downbeat_a A.\n# TYPE downbeat_a gauge\ndownbeat_a 3\nprocess_cpu_seconds_total 1.5\ndownbeat_cache_bytes{cache=\"art\"} 7\ndownbeat_cache_bytes{cache=\"streams\"} 8\n");
    assert.deepEqual([metric("a"), metric("process_cpu_seconds_total"), metric("cache_bytes", { cache: "art" }), metric("none")], [3, 1.5, 7, undefined]);
    assert.deepEqual(metric.each("cache_bytes"), [["art", 7], ["streams", 8]]);
});

test("sizes are told in the unit that fits", () => {
    assert.deepEqual([0, 999, 1000, 1_500_000, 62_000_000, 2e12].map(sizeWords), ["0 B", "999 B", "1.0 kB", "1.5 MB", "62 MB", "2.0 TB"]);
});
