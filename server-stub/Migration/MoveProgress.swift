#if Postgres
/// Says on standard error how far it has come, once a second at most; of what takes less it says nothing.
final class MoveProgress {
  private static let interval = Duration.seconds(1)
  /// The clock is asked once for so many rows.
  private static let stride = 256

  private let write: (String) -> Void
  private var lastLine = ContinuousClock.now
  private var what = ""
  private var total: Int?
  private var done = 0

  /// - Parameter write: called with a line with its end.
  init(_ write: @escaping (String) -> Void = StandardStream.error.write) { self.write = write }

  /// Begins something that has so many rows, as far as is known.
  func begin(_ what: String, of total: Int? = nil) {
    (self.what, self.total, done) = (what, total, 0)
    tell()
  }

  /// One row more is done.
  func step() {
    done += 1
    if done % Self.stride == 0 { tell() }
  }

  private func tell() {
    let now = ContinuousClock.now
    guard now - lastLine >= Self.interval else { return }
    lastLine = now
    write("\(what)\(total.map { ": \(done) of \($0) rows" } ?? "")\n")
  }
}
#endif
