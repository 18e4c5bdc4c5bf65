// The only file that imports OpenSSL. Every object lives for one operation and is freed, which erases it, before the call
// returns: OpenSSL keeps keys on the ordinary heap as long as their object lives. The stack below each call is erased for what
// it left there. No pointer of OpenSSL leaves this file.
internal import COpenSSL
internal import LinuxSystem

/// The OpenSSL calls that ``Sealing`` stands on, over borrowed buffers.
enum OpenSSL {
  /// The error for a call that failed; empties OpenSSL's error queue.
  private static func failure(_ call: String) -> SealingError {
    let code = ERR_get_error()
    ERR_clear_error()
    return SealingError(.libraryFailure, "\(call), OpenSSL error \(code)")
  }

  /// A length as OpenSSL's `int`.
  private static func length(_ count: Int) throws(SealingError) -> Int32 {
    guard let length = Int32(exactly: count) else { throw SealingError(.invalidLength, "more than 2 GiB") }
    return length
  }

  /// As ``ProcessEnd/leaveCryptography()``.
  static func keepUntilTheEnd() { OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }

  // MARK: Digest and HMAC

  /// SHA-256 of `data` into the 32 bytes of `output`.
  static func sha256(_ data: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
    defer { ProcessHardening.eraseStack() }
    let done = EVP_Digest(data.baseAddress, data.count, output.bytes, nil, EVP_sha256(), nil)
    // It can only fail for want of a few hundred bytes of memory, where Swift's own allocations end the process too.
    precondition(done == 1, "EVP_Digest(SHA-256) failed")
  }

  /// HMAC-SHA-256 of `data` into the 32 bytes of `output`; the key is not empty.
  static func hmacSHA256(
    _ data: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) { try hmac("SHA256", data, key: key, into: output) }

  /// HMAC of `data` with the hash function that OpenSSL calls so, into as many bytes of `output`; the key is not empty.
  static func hmac(
    _ hash: String, _ data: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    defer { ProcessHardening.eraseStack() }
    var count = 0
    let code = EVP_Q_mac(
      nil, "HMAC", nil, hash, nil, key.baseAddress, key.count, data.bytes, data.count, output.bytes, output.count,
      &count)
    guard code != nil, count == output.count else { throw failure("EVP_Q_mac") }
  }

  /// Whether both are the same bytes, in a time that depends on the length alone.
  static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
  }

  // MARK: AES-256-GCM

  /// Encrypts `plaintext` into as many bytes of `ciphertext` and writes the 16-byte tag.
  static func sealGCM(
    _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    authenticating data: UnsafeRawBufferPointer, ciphertext: UnsafeMutableRawBufferPointer,
    tag: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    defer { ProcessHardening.eraseStack() }
    guard let context = EVP_CIPHER_CTX_new() else { throw failure("EVP_CIPHER_CTX_new") }
    defer { EVP_CIPHER_CTX_free(context) }
    var written: Int32 = 0
    let dataCount = try length(data.count)
    let textCount = try length(plaintext.count)
    guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key.bytes, nonce.bytes) == 1,
      data.isEmpty || EVP_EncryptUpdate(context, nil, &written, data.bytes, dataCount) == 1,
      plaintext.isEmpty
        || EVP_EncryptUpdate(context, ciphertext.bytes, &written, plaintext.bytes, textCount) == 1,
      EVP_EncryptFinal_ex(context, tag.bytes, &written) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress) == 1
    else { throw failure("AES-256-GCM encryption") }
  }

  /// Decrypts `ciphertext` into as many bytes of `plaintext` and checks the tag; what was written before the check
  /// failed is the caller's to erase.
  static func openGCM(
    _ ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer,
    plaintext: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    defer { ProcessHardening.eraseStack() }
    guard let context = EVP_CIPHER_CTX_new() else { throw failure("EVP_CIPHER_CTX_new") }
    defer { EVP_CIPHER_CTX_free(context) }
    var written: Int32 = 0
    var rest: UInt8 = 0
    let dataCount = try length(data.count)
    let textCount = try length(ciphertext.count)
    let expected = UnsafeMutableRawPointer(mutating: tag.baseAddress)  // SET_TAG only reads it
    guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key.bytes, nonce.bytes) == 1,
      data.isEmpty || EVP_DecryptUpdate(context, nil, &written, data.bytes, dataCount) == 1,
      ciphertext.isEmpty
        || EVP_DecryptUpdate(context, plaintext.bytes, &written, ciphertext.bytes, textCount) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), expected) == 1
    else { throw failure("AES-256-GCM decryption") }
    guard EVP_DecryptFinal_ex(context, &rest, &written) == 1 else {
      ERR_clear_error()
      throw SealingError(.authenticationFailed)
    }
  }

  // MARK: X25519

  /// The public half of a 32-byte private key, into the 32 bytes of `output`.
  static func x25519PublicKey(
    of privateKey: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    defer { ProcessHardening.eraseStack() }
    guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, privateKey.bytes, privateKey.count) else {
      throw failure("EVP_PKEY_new_raw_private_key")
    }
    defer { EVP_PKEY_free(key) }
    var count = output.count
    guard EVP_PKEY_get_raw_public_key(key, output.bytes, &count) == 1, count == output.count else {
      throw failure("EVP_PKEY_get_raw_public_key")
    }
  }

  /// The Diffie-Hellman secret of two halves, into the 32 bytes of `output`. An all-zero one is refused by OpenSSL too,
  /// which the caller can't tell from other failures, so any failure to derive means a bad public key.
  static func x25519(
    privateKey: UnsafeRawBufferPointer, publicKey: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    defer { ProcessHardening.eraseStack() }
    guard let mine = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, privateKey.bytes, privateKey.count) else {
      throw failure("EVP_PKEY_new_raw_private_key")
    }
    defer { EVP_PKEY_free(mine) }
    guard let theirs = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, publicKey.bytes, publicKey.count) else {
      throw failure("EVP_PKEY_new_raw_public_key")
    }
    defer { EVP_PKEY_free(theirs) }
    guard let context = EVP_PKEY_CTX_new(mine, nil) else { throw failure("EVP_PKEY_CTX_new") }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, theirs) == 1 else {
      throw failure("EVP_PKEY_derive_init")
    }
    var count = output.count
    guard EVP_PKEY_derive(context, output.bytes, &count) == 1, count == output.count,
      output.contains(where: { $0 != 0 })
    else {
      ERR_clear_error()
      throw SealingError(.invalidKey, "the X25519 public key yields no secret")
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The start as OpenSSL wants it.
  fileprivate var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
  /// The start as OpenSSL wants it.
  fileprivate var bytes: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
