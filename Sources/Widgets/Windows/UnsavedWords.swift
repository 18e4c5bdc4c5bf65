#if Desktop
/// What was typed in a window, or in one above it, and is kept nowhere else: it would be lost with the window.
@MainActor
public final class UnsavedWords {
  /// Answers nil once its place has gone.
  private var places: [() -> Place?] = []

  private struct Place {
    let title: String
    let isFilled: Bool
  }

  /// None yet.
  public init() {}

  /// Adds a place where something is typed, for as long as its owner lives.
  ///
  /// - Parameters:
  ///   - title: what it is called on the screen.
  ///   - isFilled: whether something stands in it that would be lost.
  public func add<Owner: AnyObject>(_ title: String, of owner: Owner, _ isFilled: @escaping (Owner) -> Bool) {
    places.removeAll { $0() == nil }
    places.append { [weak owner] in owner.map { Place(title: title, isFilled: isFilled($0)) } }
  }

  /// What the places are called in which something stands, each once.
  public var titles: [String] {
    var found: [String] = []
    for place in places.compactMap({ $0() }) where place.isFilled && !found.contains(place.title) {
      found.append(place.title)
    }
    return found
  }
}
#endif
