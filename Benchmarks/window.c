// The same window in C: tabs in the title, a list beside its detail, twenty rows. What GTK itself takes is the floor.
#include <adwaita.h>

static void make_row(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append(GTK_BOX(row), gtk_check_button_new());
  gtk_box_append(GTK_BOX(row), gtk_label_new(NULL));
  gtk_list_item_set_child(item, row);
}

static void fill_row(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *label = gtk_widget_get_last_child(gtk_list_item_get_child(item));
  gtk_label_set_text(GTK_LABEL(label), gtk_string_object_get_string(gtk_list_item_get_item(item)));
}

static GtkWidget *make_list(void) {
  GtkStringList *names = gtk_string_list_new(NULL);
  for (int number = 0; number < 20; number++) {
    char *name = g_strdup_printf("Task number %d: call about the report", number);
    gtk_string_list_take(names, name);
  }
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(make_row), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(fill_row), NULL);
  GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(names))), factory);
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  gtk_widget_set_vexpand(scrolled, TRUE);
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append(GTK_BOX(column), gtk_entry_new());
  gtk_box_append(GTK_BOX(column), gtk_search_entry_new());
  gtk_box_append(GTK_BOX(column), scrolled);
  return column;
}

static GtkWidget *make_page(gboolean has_list) {
  GtkWidget *page = adw_leaflet_new();
  adw_leaflet_append(ADW_LEAFLET(page), has_list ? make_list() : gtk_box_new(GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *detail = adw_status_page_new();
  adw_status_page_set_title(ADW_STATUS_PAGE(detail), "Nothing selected");
  gtk_widget_set_hexpand(detail, TRUE);
  adw_leaflet_append(ADW_LEAFLET(page), detail);
  return page;
}

static void open_window(GtkApplication *application, gpointer data) {
  GtkWidget *window = adw_application_window_new(application);
  gtk_window_set_default_size(GTK_WINDOW(window), 960, 640);
  AdwViewStack *stack = ADW_VIEW_STACK(adw_view_stack_new());
  const char *titles[] = {"Tasks", "Inbox", "Picture", "Messages", "Channels"};
  const char *icons[] = {
    "checkbox-checked-symbolic", "mail-unread-symbolic", "image-x-generic-symbolic", "user-available-symbolic",
    "system-users-symbolic"};
  for (int place = 0; place < 5; place++)
    adw_view_stack_add_titled_with_icon(stack, make_page(place == 0), titles[place], titles[place], icons[place]);
  GtkWidget *switcher = adw_view_switcher_title_new();
  adw_view_switcher_title_set_stack(ADW_VIEW_SWITCHER_TITLE(switcher), stack);
  GtkWidget *header = adw_header_bar_new();
  adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), switcher);
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(column), header);
  gtk_widget_set_vexpand(GTK_WIDGET(stack), TRUE);
  gtk_box_append(GTK_BOX(column), GTK_WIDGET(stack));
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), column);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **words) {
  AdwApplication *application = adw_application_new("org.example.Floor", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(open_window), NULL);
  return g_application_run(G_APPLICATION(application), count, words);
}
