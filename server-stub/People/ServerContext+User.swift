internal import FoundationEssentials
internal import Hummingbird

extension ServerContext {
  /// The user whom the path names.
  ///
  /// - Throws: ``APIFailure`` with 404 for what is no id.
  func user() throws(APIFailure) -> UUID {
    guard let id = parameters.get("user").flatMap(UUID.init(uuidString:)) else { throw FollowService.noUser }
    return id
  }
}
