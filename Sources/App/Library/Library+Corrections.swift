import Catalog
import Foundation
import Music

extension Library {
    /// How people corrected a track's beats; nil where nobody did.
    func correction(of track: Track) async throws -> GridCorrection? {
        guard let text = try await reader.correction(of: track.identity) else { return nil }
        return try JSONDecoder().decode(GridCorrection.self, from: Data(text.utf8))
    }
}
