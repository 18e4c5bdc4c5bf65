// The only file that imports libargon2, which erases its memory before it frees it (FLAG_clear_internal_memory).
internal import CArgon2
internal import LinuxSystem

/// The one libargon2 call that ``Argon2id`` stands on, over borrowed buffers.
enum Argon2 {
  /// Argon2id version 1.3 (RFC 9106) into `output`; the thread count is the lane count.
  static func id(
    password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, secret: UnsafeRawBufferPointer,
    data: UnsafeRawBufferPointer, cost: (memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32),
    into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    // libargon2 takes mutable pointers for clearing its inputs, which it does only when a flag asks for it.
    var context = argon2_context()
    context.out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    context.outlen = UInt32(output.count)
    (context.pwd, context.pwdlen) = input(password)
    (context.salt, context.saltlen) = input(salt)
    (context.secret, context.secretlen) = input(secret)
    (context.ad, context.adlen) = input(data)
    context.t_cost = cost.iterations
    context.m_cost = cost.memoryKiB
    context.lanes = cost.parallelism
    context.threads = cost.parallelism
    context.version = UInt32(ARGON2_VERSION_13.rawValue)
    context.flags = 0
    let status = argon2id_ctx(&context)
    // Its hash leaves the password's block on the stack.
    ProcessHardening.eraseStack()
    switch status {
    case ARGON2_OK.rawValue: return
    case ARGON2_MEMORY_ALLOCATION_ERROR.rawValue:
      throw SealingError(.outOfMemory, "Argon2id needs \(cost.memoryKiB) KiB")
    default: throw SealingError(.libraryFailure, "argon2id_ctx: \(String(cString: argon2_error_message(status)))")
    }
  }

  private static func input(_ bytes: UnsafeRawBufferPointer) -> (UnsafeMutablePointer<UInt8>?, UInt32) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return (nil, 0) }
    return (UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self)), UInt32(bytes.count))
  }
}
