package import Music

/// The dominant colours of a cover: the same for the same bytes, on every machine and in every run.
package enum CoverColours {
    /// Number of clusters, and of colours returned.
    private static let seeds = 8
    private static let most = 5
    private static let rounds = 12
    /// Two colours nearer than this in Oklab look the same.
    private static let leastDistance: Float = 0.08
    /// Least share of the picture that a colour must cover.
    private static let leastShare: Float = 0.01
    /// A vivid colour weighs up to this many times as much as grey of the same area.
    private static let vividness: Float = 4
    /// The chroma of a colour as vivid as screens show it.
    private static let fullChroma: Float = 0.25

    private struct Cluster {
        var centre: SIMD3<Float>
        var weight: Float
    }

    /// Up to five colours, sorted by the area they cover, with more weight for vivid ones. Empty if the bytes are not a picture.
    package static func dominant(in art: CoverArt) throws(DecodeError) -> [Colour] {
        guard let picture = try Picture(art), !picture.points.isEmpty else { return [] }
        let points = picture.points.map(Oklab.fromScreen)
        let clusters = merged(refined(seeds(among: points), by: points))
        let total = Float(points.count)
        return clusters.filter { $0.weight >= leastShare * total }
            .sorted { (telling($0), $0.centre.x) > (telling($1), $1.centre.x) }
            .prefix(most).map { Oklab.toScreen($0.centre) }
    }

    private static func telling(_ cluster: Cluster) -> Float {
        let chroma = (cluster.centre.y * cluster.centre.y + cluster.centre.z * cluster.centre.z).squareRoot()
        return cluster.weight * (1 + (vividness - 1) * min(1, chroma / fullChroma))
    }

    /// Initial centres: first the point nearest to the mean, then always the one farthest from those chosen.
    private static func seeds(among points: [SIMD3<Float>]) -> [SIMD3<Float>] {
        let mean = points.reduce(.zero, +) / Float(points.count)
        guard let first = points.min(by: { squaredDistance($0, mean) < squaredDistance($1, mean) }) else { return [] }
        var chosen = [first]
        var distances = points.map { squaredDistance($0, first) }
        while chosen.count < seeds, let farthest = distances.indices.max(by: { distances[$0] < distances[$1] }),
            distances[farthest] > 0
        {
            chosen.append(points[farthest])
            for index in points.indices {
                distances[index] = min(distances[index], squaredDistance(points[index], points[farthest]))
            }
        }
        return chosen
    }

    /// Lloyd's algorithm: each point to its nearest centre, each centre to the mean of its points.
    private static func refined(_ centres: [SIMD3<Float>], by points: [SIMD3<Float>]) -> [Cluster] {
        var clusters = centres.map { Cluster(centre: $0, weight: 0) }
        for _ in 0..<rounds {
            var sums = [SIMD3<Float>](repeating: .zero, count: clusters.count)
            var weights = [Float](repeating: 0, count: clusters.count)
            for point in points {
                var nearest = 0
                var least = Float.infinity
                for index in clusters.indices {
                    let distance = squaredDistance(point, clusters[index].centre)
                    if distance < least { (nearest, least) = (index, distance) }
                }
                sums[nearest] += point
                weights[nearest] += 1
            }
            for index in clusters.indices where weights[index] > 0 {
                clusters[index].centre = sums[index] / weights[index]
            }
            for index in clusters.indices { clusters[index].weight = weights[index] }
        }
        return clusters.filter { $0.weight > 0 }
    }

    /// Merges colours that look the same, nearest first.
    private static func merged(_ clusters: [Cluster]) -> [Cluster] {
        var clusters = clusters
        while true {
            var nearest: (first: Int, second: Int, distance: Float) = (0, 0, leastDistance * leastDistance)
            for second in clusters.indices {
                for first in 0..<second {
                    let distance = squaredDistance(clusters[first].centre, clusters[second].centre)
                    if distance < nearest.distance { nearest = (first, second, distance) }
                }
            }
            guard nearest.second > 0 else { return clusters }
            let (one, other) = (clusters[nearest.first], clusters.remove(at: nearest.second))
            let weight = one.weight + other.weight
            clusters[nearest.first] = Cluster(
                centre: (one.centre * one.weight + other.centre * other.weight) / weight, weight: weight)
        }
    }

    private static func squaredDistance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
        let difference = one - other
        return (difference * difference).sum()
    }
}
