internal import SecretMemory

extension Argon2id {
  /// What one hash costs. Always within bounds, also when decoded: a tampered file can't ask for 100 GiB or a week.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The memory, in KiB.
    public let memoryKiB: UInt32
    /// The passes over the memory.
    public let iterations: UInt32
    /// The lanes, each with a thread of its own.
    public let parallelism: UInt32

    /// The most memory that is accepted, in KiB: 1 GiB.
    public static let maximumMemoryKiB: UInt32 = 1 << 20
    /// The most passes that are accepted.
    public static let maximumIterations: UInt32 = 64
    /// The most lanes that are accepted.
    public static let maximumParallelism: UInt32 = 16
    /// The most that calibration ever asks for: 256 MiB, 24 passes. Six seconds on a slow machine of today, so that what one
    /// machine made dear another can still open.
    public static let dearest = Parameters(unchecked: 256 << 10, 24, 1)
    /// The least for real use: 64 MiB, three passes, one lane (RFC 9106's second recommendation, on one lane).
    public static let standard = Parameters(unchecked: 64 << 10, 3, 1)

    /// Checks and takes parameters.
    ///
    /// - Throws: ``SealingError`` with `invalidParameters` outside of: memory 8 KiB per lane to 1 GiB, 1 to 64 passes,
    ///   1 to 16 lanes.
    public init(memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32) throws(SealingError) {
      guard (1...Self.maximumParallelism).contains(parallelism), (1...Self.maximumIterations).contains(iterations),
        (8 * parallelism...Self.maximumMemoryKiB).contains(memoryKiB)
      else {
        throw SealingError(
          .invalidParameters, "Argon2id with \(memoryKiB) KiB, \(iterations) passes, \(parallelism) lanes")
      }
      self.init(unchecked: memoryKiB, iterations, parallelism)
    }

    /// Whether they ask for no more memory and no more work than `other`.
    public func isAtMost(_ other: Parameters) -> Bool {
      memoryKiB <= other.memoryKiB && parallelism <= other.parallelism && work <= other.work
    }

    /// What it is to compute, in blocks of memory: grows as the time does.
    public var work: UInt64 { UInt64(memoryKiB) * UInt64(iterations) }

    private init(unchecked memoryKiB: UInt32, _ iterations: UInt32, _ parallelism: UInt32) {
      self.memoryKiB = memoryKiB
      self.iterations = iterations
      self.parallelism = parallelism
    }

    /// Decodes and checks parameters.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        memoryKiB: container.decode(UInt32.self, forKey: .memoryKiB),
        iterations: container.decode(UInt32.self, forKey: .iterations),
        parallelism: container.decode(UInt32.self, forKey: .parallelism))
    }

    /// These parameters made dearer so that what took `measured` takes about `target`; never cheaper. Memory grows
    /// first, as it hurts guessing hardware most, then the passes, both up to ``dearest``.
    func scaled(from measured: Duration, to target: Duration) -> Parameters {
      let factor = measured > .zero ? target / measured : 1
      guard factor > 1, factor.isFinite else { return self }
      let mebibytes = Double(memoryKiB >> 10)
      let grown = max(mebibytes, min(Double(Self.dearest.memoryKiB >> 10), (mebibytes * factor).rounded(.down)))
      let passes = Double(iterations) * factor * mebibytes / grown
      let bounded = min(Double(Self.dearest.iterations), max(Double(iterations), passes.rounded(.down)))
      return Parameters(unchecked: UInt32(grown) << 10, UInt32(bounded), parallelism)
    }
  }
}
