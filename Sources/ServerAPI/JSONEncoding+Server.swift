public import StrictJSON

extension JSONEncoding {
  /// What server and clients write to each other: on one line, members by their names, dates after RFC 3339 without what is below a
  /// second.
  public static let ofServer = {
    var encoding = JSONEncoding()
    encoding.sortsMembers = true
    encoding.dates = .rfc3339
    return encoding
  }()
}
