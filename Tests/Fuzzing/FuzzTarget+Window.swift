internal import AgentAPI

/// What programs and web pages hand to the window.
extension FuzzTarget {
  static let window = [FuzzTarget("window-link", atMost: 300, windowLink)]

  private static func windowLink(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    guard let place = WindowPlace(link: text) else { return }
    precondition(input.count <= WindowPlace.maximumByteCount, "a link is longer than the longest")
    precondition(Array(place.link.utf8) == input, "a place has two texts")
    precondition(
      input.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789:/-".utf8.contains($0) }, "a link has other letters")
  }
}
