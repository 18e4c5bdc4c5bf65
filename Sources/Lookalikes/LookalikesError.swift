/// ICU, which knows what characters look like, did not do its work: its data are missing, or there is no memory.
public struct LookalikesError: Error, Equatable {
  /// The `UErrorCode` of ICU; 0 where its answers did not fit each other.
  public let status: Int32
}
