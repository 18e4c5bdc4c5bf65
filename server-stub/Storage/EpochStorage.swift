internal import FoundationEssentials
internal import ServerAPI

/// What of a database that was put back can't be known to be current: it may have been changed, taken away or ended since.
struct UncertainFacts: Equatable, Sendable {
  /// How many accounts there are: each has the password of that day, and one that was removed since is there again.
  var accountCount: Int
  /// The emails of administrators, by email.
  var administrators: [String]
  /// The names of the tokens that programs send with, by name.
  var senderTokens: [String]
  /// How many users have blocked somebody, one for each whom they have.
  var blockCount: Int
  /// How many users follow somebody, one for each whom they do.
  var followCount: Int
}

/// Stores which numbering all numbers are of.
protocol EpochStorage: Sendable {
  /// The present numbering.
  func epoch() async throws -> Epoch
  /// When the copy was made that this is, if it is one that was put back, and was not served since; nil otherwise.
  func copyDate() async throws -> Date?
  /// What can't be known to be current where this was put back.
  func uncertainFacts() async throws -> UncertainFacts
  /// Begins another numbering, and ends in the same transaction what may have ended before: all sessions, the secrets of known devices,
  /// invitations of both kinds, the permission to be found by email. Nothing that was begun under the former numbering goes on under this one.
  func beginEpoch() async throws -> Epoch
}

extension Epoch {
  /// 60 bits, of which no two servers, and no two numberings of one, are likely to be the same.
  static func random() -> Epoch {
    let characters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let text = String((0..<12).compactMap { _ in characters.randomElement() })
    guard let epoch = Epoch(text) else { preconditionFailure("small letters and digits are a name") }
    return epoch
  }
}
