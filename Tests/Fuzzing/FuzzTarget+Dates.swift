internal import CivilTime
internal import FoundationEssentials

/// Dates and times in every form that files have.
extension FuzzTarget {
  static let dates = [
    FuzzTarget("dates", atMost: 64) { input in
      let text = String(decoding: input, as: UTF8.self)
      for forms in [MomentText.Forms.rfc3339, .rfc3339OrBasic, .extended] {
        guard let date = MomentText.date(text, forms) else { continue }
        // Near to 2001, whence dates count, there are fractions of more digits than are written.
        let again = MomentText.date(MomentText.exact(date))
        precondition(
          again.map { abs($0.timeIntervalSince(date)) < 1e-14 } == true, "a date is another one after it was written")
      }
      if let date = CivilDate(iso: text) { precondition(date.description == text, "a day is another one") }
      guard let moment = BasicMoment(text) else { return }
      precondition(text.hasPrefix(moment.date.basic), "a day of the basic format is another one")
    }
  ]
}
