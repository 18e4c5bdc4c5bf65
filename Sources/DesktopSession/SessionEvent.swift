/// What a desktop session reported that matters to somebody who holds secrets.
public enum SessionEvent: Sendable, Equatable {
  /// Something locked: lock too. It may come several times for one lock, from several sources.
  case locked(LockSource)
  /// Something unlocked; a hint for the person's eyes, never a reason to open anything.
  case unlocked(LockSource)
  /// The machine is about to sleep, and waits (5 s by logind's default) for ``SessionMonitor/readyToSleep()``.
  case sleeping
  /// The machine is awake again.
  case woke
  /// A bus that was watched, or logind on it, is gone: nothing more will be heard from there, so lock.
  case busLost(WatchedBus)
  /// The last login session of this user has ended.
  case sessionEnded
}

/// Who reported a lock.
public enum LockSource: Sendable, Hashable {
  /// logind's signal `Lock` or `Unlock` of the session with this id.
  case session(String)
  /// logind's property `LockedHint` of the session with this id.
  case lockedHint(String)
  /// The screen saver with this bus name, for instance `org.gnome.ScreenSaver`.
  case screenSaver(String)
}

/// A message bus.
public enum WatchedBus: String, Sendable, CaseIterable {
  /// The machine's, with logind.
  case system
  /// The desktop session's, with the screen saver.
  case session
}
