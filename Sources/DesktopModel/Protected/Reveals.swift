/// What is revealed in a window: one task's text, or all of them.
@MainActor
public struct Reveals {
  /// The text of the task that is looked at.
  public let one: RevealModel
  /// The texts of all tasks.
  public let all: RevealModel

  /// Shows none yet.
  public init(_ texts: any TextRevealing) { (one, all) = (RevealModel(texts), RevealModel(texts)) }

  /// Whether any is on the screen.
  public var isShown: Bool { one.isShown || all.isShown }

  /// Takes all away, and whatever is on its way.
  ///
  /// - Parameter reason: why; nil where the person wants it.
  public func hide(_ reason: RevealModel.HidingReason?) {
    one.hide(reason)
    all.hide(reason)
  }

  /// The vault is open again: that it was locked is not said any more.
  public func unlock() {
    one.unlock()
    all.unlock()
  }
}
