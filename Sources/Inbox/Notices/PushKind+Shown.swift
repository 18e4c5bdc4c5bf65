internal import Localization

extension PushKind {
  /// A title as notifications have it: what stands for one that a push does not bring is in the person's language.
  func shown(_ title: String) -> String {
    guard title == defaultTitle else { return title }
    return switch self {
    case .task: localized("Task")
    case .data, .message: localized("Message")
    case .comment: localized("Comment")
    case .like: localized("Like", context: "what somebody gave")
    case .follow: localized("New follower")
    case .decision: localized("Decision")
    default: localized("Notice")
    }
  }
}
