internal import Localization
internal import ServerAPI

extension Decision {
  /// What the button that decides it says.
  var label: String {
    switch self {
    case .accept: localized("Accept")
    case .reject: localized("Delete")
    }
  }
}
