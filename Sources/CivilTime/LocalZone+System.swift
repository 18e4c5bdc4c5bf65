internal import Glibc

extension LocalZone {
  /// The zone of this process: the one `TZ` names, or that of `/etc/localtime` (tzset(3)). Both are read anew at every
  /// call, so that what runs for long hears of a change when it asks again.
  public static func system() -> LocalZone {
    // localtime_r looks at TZ only once in a process.
    tzset()
    return LocalZone { seconds in
      var time = time_t(seconds)
      var fields = tm()
      // It fails only where the year does not fit into an Int32, and the years asked for do.
      return localtime_r(&time, &fields) == nil ? 0 : fields.tm_gmtoff
    }
  }
}
