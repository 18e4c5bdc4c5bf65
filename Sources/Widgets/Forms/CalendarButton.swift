#if Desktop
internal import CAdwaita
internal import Localization

/// A button that opens a calendar to choose a day from.
public final class CalendarButton: Widget {
  private let calendar = Widget(gtk_calendar_new())
  private let popover = Widget(gtk_popover_new())
  private var isSetting = false

  /// Says which day the calendar begins with, whenever it opens.
  public var day: () -> (year: Int, month: Int, day: Int)? = { nil }
  /// Called when a person chooses a day; the month is counted from 1.
  public var chosen: (_ year: Int, _ month: Int, _ day: Int) -> Void = { _, _, _ in }

  /// Makes one.
  ///
  /// - Parameter name: what assistive technology calls it, and what is shown beside the pointer.
  public init(name: String) {
    super.init(gtk_menu_button_new())
    toolTip = name
    self.name(name)
    calendar.name(name)
    let arrows = [
      localized("Previous month"), localized("Next month"), localized("Previous year"), localized("Next year"),
    ]
    for (button, name) in zip(parts(of: calendar.pointer, named: "GtkButton"), arrows) { setName(of: button, name) }
    gtk_menu_button_set_icon_name(opaque, "x-office-calendar-symbolic")
    style("flat")
    popover.keep(calendar)
    gtk_popover_set_child(popover.typed(), calendar.pointer)
    keep(popover)
    gtk_menu_button_set_popover(opaque, popover.pointer)
    popover.connect("map") { [weak self] _ in self?.begin() }
    calendar.connect("day-selected") { [weak self] _ in self?.read() }
  }

  private func begin() {
    guard let day = day(),
      let date = g_date_time_new_local(gint(day.year), gint(day.month), gint(day.day), 0, 0, 0)
    else { return }
    isSetting = true
    gtk_calendar_select_day(calendar.opaque, date)
    isSetting = false
    g_date_time_unref(date)
  }

  private func read() {
    guard !isSetting, let date = gtk_calendar_get_date(calendar.opaque) else { return }
    defer { g_date_time_unref(date) }
    chosen(
      Int(g_date_time_get_year(date)), Int(g_date_time_get_month(date)), Int(g_date_time_get_day_of_month(date)))
  }
}
#endif
