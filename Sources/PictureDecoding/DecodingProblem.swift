internal import PictureFormat

/// Why a picture could not be decoded: it is damaged, cut off, or not what its header says.
public struct DecodingProblem: Error, Equatable, Sendable {
  /// In words, for the log.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension PictureHeader {
  /// Refuses a library's idea of the size when it is another: what was checked is what is decoded.
  func expect(width: Int, height: Int) throws(DecodingProblem) {
    guard self.width == width, self.height == height else { throw DecodingProblem("its sizes differ") }
  }
}
