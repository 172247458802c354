import Web

/// An item of a query or of a form.
struct AskedItem: Equatable {
    let name: String
    let text: String
    /// The text with plus signs as they are: some clients do not encode them, and then they mean a space. Nil if there are none.
    var literal: String?

    static func items(of query: String) -> [AskedItem] {
        let literal = query.contains("+") ? QueryItems.read(query.replacing("+", with: "%2B")) : nil
        return QueryItems.read(query).enumerated().map { index, item in
            let written = literal?[index].value
            return AskedItem(name: item.name, text: item.value, literal: written == item.value ? nil : written)
        }
    }
}
