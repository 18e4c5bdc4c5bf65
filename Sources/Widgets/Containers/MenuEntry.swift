#if Desktop
/// A thing to do in a menu.
public struct MenuEntry {
  /// What it is called.
  public let title: String
  let isOn: (() -> Bool)?
  let isOffered: (() -> Bool)?
  let pressed: () -> Void

  /// Makes one.
  ///
  /// - Parameters:
  ///   - isOn: whether a mark is seen at it; nil for what is no choice between on and off. It is asked when the menu opens.
  ///   - isOffered: whether it is in the menu; nil for what always is. It is asked when the menu opens.
  ///   - pressed: does it, or changes whether it is on.
  public init(
    _ title: String, isOn: (() -> Bool)? = nil, isOffered: (() -> Bool)? = nil, pressed: @escaping () -> Void
  ) {
    (self.title, self.isOn, self.isOffered, self.pressed) = (title, isOn, isOffered, pressed)
  }

  /// The same in a list that opens at a place; nil for what is not in it now. Of a choice between on and off nothing is seen there.
  public var item: PopupMenu.Item? { isOffered?() ?? true ? (title, pressed) : nil }
}
#endif
