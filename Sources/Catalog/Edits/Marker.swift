package import Music

/// A named point or range of a track.
package struct Marker: Hashable, Sendable {
    package let id: Int
    package var place: Place

    package struct Place: Hashable, Sendable {
        /// Seconds from the track's first sample.
        package var start: Double
        /// Nil for a point.
        package var end: Double?
        package var label: String
        /// As "#rrggbb".
        package var colour: String?

        package init(start: Double, end: Double?, label: String, colour: String?) {
            self.start = start
            self.end = end
            self.label = label
            self.colour = colour
        }
    }

    static let schema = """
        CREATE TABLE marker (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identity TEXT NOT NULL REFERENCES content (identity),
            start REAL NOT NULL,
            end REAL,
            label TEXT NOT NULL,
            colour TEXT
        ) STRICT;
        CREATE INDEX marker_of_content ON marker (identity, start, id);
        """

    static let columns = "id, start, end, label, colour"

    init(_ row: Row) {
        id = row.int("id")
        place = Place(
            start: row.real("start"), end: row.realOrNil("end"), label: row.text("label"), colour: row.textOrNil("colour"))
    }

    init(id: Int, place: Place) {
        self.id = id
        self.place = place
    }
}

extension Catalog {
    /// More than anybody sets by hand; limits scripts.
    private static let mostMarkers = 1_000

    package func addMarker(_ place: Marker.Place, to identity: ContentIdentity) throws(CatalogError) -> Marker {
        try change { () throws(CatalogError) in
            try insert(place, to: identity)
            return Marker(id: connection.insertedID, place: place)
        }
    }

    func insert(_ place: Marker.Place, to identity: ContentIdentity) throws(CatalogError) {
        let text = Value(identity.description)
        guard try connection.number("SELECT count(*) FROM marker WHERE identity = ?", text) < Self.mostMarkers else {
            throw .conflict("a track has at most \(Self.mostMarkers) markers")
        }
        try connection.run(
            "INSERT INTO marker (identity, start, end, label, colour) VALUES (?, ?, ?, ?, ?)", text, Value(place.start),
            Value(place.end), Value(place.label), Value(place.colour))
    }

    package func changeMarker(_ id: Int, to place: Marker.Place, of identity: ContentIdentity) throws(CatalogError) -> Marker {
        try change { () throws(CatalogError) in
            try connection.run(
                "UPDATE marker SET start = ?, end = ?, label = ?, colour = ? WHERE id = ? AND identity = ?", Value(place.start),
                Value(place.end), Value(place.label), Value(place.colour), Value(id), Value(identity.description))
            guard connection.changedRows == 1 else { throw .nothing("the track has no marker \(id)") }
            return Marker(id: id, place: place)
        }
    }

    package func removeMarker(_ id: Int, of identity: ContentIdentity) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM marker WHERE id = ? AND identity = ?", Value(id), Value(identity.description))
            guard connection.changedRows == 1 else { throw .nothing("the track has no marker \(id)") }
        }
    }
}

extension CatalogReader {
    /// By position.
    package func markers(of identity: ContentIdentity) throws(CatalogError) -> [Marker] {
        try connection.rows(
            "SELECT \(Marker.columns) FROM marker WHERE identity = ? ORDER BY start, id", [Value(identity.description)]
        ) { Marker($0) }
    }
}
