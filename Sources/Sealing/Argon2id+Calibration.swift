public import LinuxSystem
internal import SecretMemory

extension Argon2id {
  /// What hashing costs on this machine.
  public struct Calibration: Equatable, Sendable {
    /// What was measured.
    public let parameters: Parameters
    /// How long one hash computes on one core, in seconds.
    public let seconds: Double

    /// Notes a measurement.
    public init(parameters: Parameters, seconds: Double) {
      self.parameters = parameters
      self.seconds = seconds
    }
  }

  /// Parameters that take one core about `targetSeconds` here, at least ``Parameters/standard`` and at most
  /// ``Parameters/dearest``, and how long they were measured to take.
  ///
  /// What counts is the time this thread computed, not the clock on the wall: on a busy machine the hash would seem dear, and
  /// be made cheap. The best of several runs counts for the same reason.
  ///
  /// - Parameters:
  ///   - runs: how often the least is hashed; each takes a fraction of a second.
  ///   - time: how long the calling thread has computed.
  /// - Throws: ``SealingError`` with `outOfMemory` when even the least can't be had.
  public static func calibrated(
    targetSeconds: Double, runs: Int = 3, time: () -> Duration = ThreadTime.computed
  ) throws(SealingError) -> Calibration {
    var best = try measured(.standard, time: time)
    for _ in 1..<max(2, runs) { best = min(best, try measured(.standard, time: time)) }
    let parameters = Parameters.standard.scaled(from: best, to: .seconds(targetSeconds))
    let cost = parameters == .standard ? best : try measured(parameters, time: time)
    return Calibration(parameters: parameters, seconds: cost / .seconds(1))
  }

  /// How long one hash takes the calling thread.
  public static func measured(
    _ parameters: Parameters, time: () -> Duration = ThreadTime.computed
  ) throws(SealingError) -> Duration {
    let password = try SecretBytes.filled(8) { _ in }
    let start = time()
    _ = try derive(from: password, salt: [UInt8](repeating: 0, count: 16), parameters: parameters, count: 32)
    return time() - start
  }
}
