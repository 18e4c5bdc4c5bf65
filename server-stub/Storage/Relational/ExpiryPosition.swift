internal import FoundationEssentials
internal import Synchronization

/// How far each kind of expiry has come, so that a step need not look at what the steps before it have looked at. In memory alone: whoever
/// begins anew looks at all.
final class ExpiryPosition: Sendable {
  /// The last account of which all is done; nil at the beginning.
  let account = Mutex<UUID?>(nil)
  /// The same of channels.
  let channel = Mutex<UUID?>(nil)
  /// The last push that was looked at.
  let push = Mutex<Int64?>(nil)
  /// The same of pictures.
  let attachment = Mutex<Int64?>(nil)
}
