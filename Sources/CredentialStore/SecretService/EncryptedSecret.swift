internal import DBus

/// A secret as the service sent it, encrypted for one session: worth nothing without that.
struct EncryptedSecret: Sendable {
  let value: VariantReference

  /// - Parameter variant: the caller's reference to it is taken over.
  init(taking variant: OpaquePointer) { value = VariantReference(taking: variant) }
}
