public import FoundationEssentials

/// A device of a user, which receives what is pushed to the user's alias; an element of the answer to `GET /v1/devices`.
public struct Device: Codable, Equatable, Sendable {
  /// Made on the device: 16 to 64 characters of base64url.
  public var token: String
  /// What it runs on, for instance `linux`.
  public var platform: String
  /// What people call it.
  public var name: String
  /// When it was registered first.
  public var registeredAt: Date
  /// When it last asked for anything.
  public var lastSeenAt: Date

  /// Describes a device.
  public init(token: String, platform: String, name: String, registeredAt: Date, lastSeenAt: Date) {
    self.token = token
    self.platform = platform
    self.name = name
    self.registeredAt = registeredAt
    self.lastSeenAt = lastSeenAt
  }
}

/// The body of `PUT /v1/devices/{token}`.
public struct DeviceRegistration: Codable, Equatable, Sendable {
  /// What it runs on; at most ``ServerLimits/deviceTextByteCount`` bytes.
  public var platform: String
  /// What people call it; at most ``ServerLimits/deviceTextByteCount`` bytes.
  public var name: String

  /// Describes a device.
  public init(platform: String, name: String) {
    self.platform = platform
    self.name = name
  }
}

/// The answer to `GET /v1/devices`.
public struct DeviceList: Codable, Equatable, Sendable {
  /// The user's devices, the one registered first before the others.
  public var devices: [Device]

  /// Lists devices.
  public init(devices: [Device]) { self.devices = devices }
}

/// The token of a device, as it is made and checked.
public enum DeviceToken {
  /// Whether a text can be one: 16 to 64 characters of base64url (RFC 4648, section 5).
  public static func isValid(_ text: some StringProtocol) -> Bool {
    (16...64).contains(text.utf8.count) && text.utf8.allSatisfy(isBase64URL)
  }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
