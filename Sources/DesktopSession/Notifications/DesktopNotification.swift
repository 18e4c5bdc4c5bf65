/// A notification as the desktop shows it (Desktop Notifications Specification 1.2 and 1.3).
///
/// All texts are plain: what looks like markup is shown as it is. ``DesktopNotifications/show(_:replacing:)`` makes
/// control characters harmless and shortens texts that are too long.
public struct DesktopNotification: Sendable, Equatable {
  /// The key of the action that a click on the notification itself invokes.
  public static let defaultAction = "default"

  /// One line that says what it is about; at most 200 characters are shown.
  public var summary: String
  /// More of it, in several lines if need be; at most 1,000 characters are shown. Empty for none.
  public var body: String
  /// What the person may do, in order. They are left out where the desktop shows no actions.
  public var actions: [Action]
  /// How much it matters.
  public var urgency: Urgency
  /// What kind it is, for instance `im.received`, from the specification's list or `x-vendor.kind`; nil for none.
  public var category: String?
  /// When it goes by itself.
  public var expiry: Expiry
  /// The absolute path of a picture that goes with it, of a kind that desktops read (PNG); nil for none.
  public var picturePath: String?
  /// What is heard.
  public var sound: Sound
  /// Whether it stays after an action.
  public var isResident: Bool
  /// Whether the desktop keeps it out of its list of past notifications.
  public var isTransient: Bool

  /// A notification without actions, of normal urgency, that goes when the desktop likes.
  public init(
    summary: String, body: String = "", actions: [Action] = [], urgency: Urgency = .normal, category: String? = nil,
    expiry: Expiry = .desktopDefault, picturePath: String? = nil, sound: Sound = .desktopDefault,
    isResident: Bool = false, isTransient: Bool = false
  ) {
    self.summary = summary
    self.body = body
    self.actions = actions
    self.urgency = urgency
    self.category = category
    self.expiry = expiry
    self.picturePath = picturePath
    self.sound = sound
    self.isResident = isResident
    self.isTransient = isTransient
  }
}

extension DesktopNotification {
  /// A button of a notification.
  public struct Action: Sendable, Equatable {
    /// What ``DesktopNotificationEvent/action(id:key:activationToken:)`` carries;
    /// ``DesktopNotification/defaultAction`` for a click on the notification itself.
    public var key: String
    /// What the button says; at most 100 characters are shown.
    public var label: String

    /// An action with a key and what its button says.
    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// How much a notification matters; the specification's urgency levels.
  public enum Urgency: UInt8, Sendable {
    /// Of little interest.
    case low = 0
    /// The usual.
    case normal = 1
    /// Important: desktops keep it until the person has taken notice, most of them even when asked for quiet.
    case critical = 2
  }

  /// What is heard when a notification is shown, where the desktop plays sounds.
  public enum Sound: Sendable, Equatable {
    /// What the desktop likes.
    case desktopDefault
    /// Nothing.
    case none
    /// The one of that name in the desktop's theme (freedesktop.org's Sound Naming Specification).
    case named(String)
  }

  /// When a notification goes by itself.
  public enum Expiry: Sendable, Equatable {
    /// When the desktop likes.
    case desktopDefault
    /// Only by the person or by ``DesktopNotifications/close(_:)``.
    case never
    /// After this time, at least a millisecond and at most 24 days; not all desktops obey.
    case after(Duration)
  }
}
