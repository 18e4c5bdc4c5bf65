extension ClosedRange<Int64> {
  /// From the first of both to the last.
  func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
