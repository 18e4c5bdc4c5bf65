/// What a check of an encrypted file found.
public struct CredentialFileReport: Sendable, Equatable {
  /// A record that is whole in neither copy of the file.
  public struct DamagedRecord: Sendable, Equatable {
    /// The record's id, 32 hexadecimal digits.
    public let id: String
    /// Its name, where that can still be opened.
    public let name: CredentialName?
  }

  /// How often the file was written; 0 when there is none.
  public internal(set) var generation: UInt64 = 0
  /// How many credentials there should be.
  public internal(set) var recordCount = 0
  /// The files that were rebuilt from their other copy.
  public internal(set) var repaired: [String] = []
  /// What could not be repaired, by id.
  public internal(set) var damaged: [DamagedRecord] = []
  /// What is wrong with which file, in words; records that are missing altogether show here alone.
  public internal(set) var problems: [String] = []
  /// The names of the credentials that can still be read; filled only when something is wrong.
  public internal(set) var readable: [CredentialName] = []

  /// Whether every credential ever written is there and whole.
  public var isClean: Bool { damaged.isEmpty && problems.isEmpty }
}
