internal import ServerAPI

/// What is wrong with what was said about a channel.
struct ChannelDetailsProblem: Error, Equatable {
  /// The field it is in.
  let field: String
  /// What the field accepts.
  let rule: String
}

extension ChannelDetails {
  /// - Throws: ``ChannelDetailsProblem`` for what can be no channel.
  func check() throws(ChannelDetailsProblem) {
    let titleByteCount = ServerLimits.channelTitleByteCount
    let isTitle =
      (1...titleByteCount).contains(title.utf8.count) && title.unicodeScalars.allSatisfy(Self.isHarmless)
    guard isTitle else {
      throw ChannelDetailsProblem(
        field: "title", rule: "takes 1 to \(titleByteCount) bytes without characters that control others")
    }
    guard (description ?? "").utf8.count <= ServerLimits.channelDescriptionByteCount else {
      throw ChannelDetailsProblem(
        field: "description", rule: "takes at most \(ServerLimits.channelDescriptionByteCount) bytes")
    }
  }

  /// Whether it leaves the text around it as it is: neither a control character nor one that turns the direction.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
  }
}
