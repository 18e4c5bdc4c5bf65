#if Desktop
/// A thing to do in a menu.
public struct MenuEntry {
  /// What it is called.
  public let title: String
  let isOn: (() -> Bool)?
  let pressed: () -> Void

  /// Makes one.
  ///
  /// - Parameters:
  ///   - isOn: whether a mark is seen at it; nil for what is no choice between on and off. It is asked when the menu opens.
  ///   - pressed: does it, or changes whether it is on.
  public init(_ title: String, isOn: (() -> Bool)? = nil, pressed: @escaping () -> Void) {
    (self.title, self.isOn, self.pressed) = (title, isOn, pressed)
  }

  /// The same in a list that opens at a place; of a choice between on and off nothing is seen there.
  public var item: PopupMenu.Item { (title, pressed) }
}
#endif
