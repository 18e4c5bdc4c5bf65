extension Int64 {
  /// The number after this one. The last of all, which is in no row that a server wrote, stays as it is: whoever writes such a row ends no node.
  var next: Int64 { self == .max ? .max : self + 1 }
}
