// The parts of the program that need C: classes of GObject, and functions that Swift cannot call
// because they are macros or take a variable number of arguments.

#pragma once

#include <gtk/gtk.h>

// A GObject that holds a Swift object.
GObject *row_object_new(gpointer value, GDestroyNotify release);
gpointer row_object_value(gpointer object);

// A GListModel that asks Swift for its rows.
typedef struct {
  gpointer context;
  guint (*count)(gpointer context);
  // Returns a new reference.
  gpointer (*row)(gpointer context, guint position);
} RowListSource;

GListModel *row_list_new(RowListSource source, GDestroyNotify release);

// Passes all arguments of a signal to one function. A signal with a result is TRUE, or the action
// to move, if the function returns TRUE.
typedef gboolean (*SignalHandler)(gpointer context, const GValue *arguments);

void signal_connect(
    gpointer object, const char *signal, SignalHandler handler, gpointer context,
    GDestroyNotify release);

// GTK ends the program if a screen reader already knows another role of the widget.
void accessible_set_role(gpointer widget, GtkAccessibleRole role);
void accessible_set_text(gpointer widget, GtkAccessibleProperty property, const char *text);
void accessible_set_level(gpointer widget, int level);
void accessible_set_state(gpointer widget, GtkAccessibleState state, gboolean value);

// The main queue of Dispatch, as CoreFoundation attaches it to a run loop.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
