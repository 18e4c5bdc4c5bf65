#pragma once
// What is deprecated in newer versions is what there is in the oldest one that the window runs on, 1.2.
#define ADW_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <malloc.h>
#include <adwaita.h>
#include <glib-unix.h>

/// The descriptor that becomes readable when something waits for libdispatch's main queue, and what works it off; libdispatch exports
/// both for main loops other than its own.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/// A list of so many places, each an object that knows its number and nothing else.
typedef struct {
  GObject parent;
  guint count;
} VaultPlaceList;

typedef struct {
  GObjectClass parent;
} VaultPlaceListClass;

/// One of the places of a list.
typedef struct {
  GObject parent;
  guint number;
} VaultPlace;

typedef struct {
  GObjectClass parent;
} VaultPlaceClass;

/// A part of `GClosure` that is no bit field.
static inline gpointer vault_closure_data(GClosure *closure) { return closure->data; }

static inline guint vault_closure_size(void) { return sizeof(GClosure); }

/// Deletes a part of an entry's text without a word to anyone.
static inline void vault_delete_text(GtkEditable *editable, int start, int end) {
  GTK_EDITABLE_GET_IFACE(editable)->delete_text(editable, start, end);
}

/// A drawing area that assistive technology takes for something; variadic.
static inline GtkWidget *vault_drawing_area(GtkAccessibleRole role) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", role, NULL));
}

/// Macros, which Swift does not see.
static inline gboolean vault_is_text(GtkWidget *widget) { return GTK_IS_TEXT(widget); }
static inline gboolean vault_is_typed_in(GtkWidget *widget) { return GTK_IS_TEXT(widget) || GTK_IS_TEXT_VIEW(widget); }
static inline GType vault_type_string(void) { return G_TYPE_STRING; }
static inline const char *vault_type_name(gpointer object) { return G_OBJECT_TYPE_NAME(object); }
static inline GType vault_type_boolean(void) { return G_TYPE_BOOLEAN; }
