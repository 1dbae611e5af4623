#include "CRowList.h"

// MARK: - A row

typedef struct {
  GObject parent;
  gpointer value;
  GDestroyNotify release;
} RowObject;
typedef GObjectClass RowObjectClass;
G_DEFINE_TYPE(RowObject, row_object, G_TYPE_OBJECT)

static void row_object_finalize(GObject *object) {
  RowObject *row = (RowObject *)object;
  row->release(row->value);
  G_OBJECT_CLASS(row_object_parent_class)->finalize(object);
}
static void row_object_class_init(RowObjectClass *class) { class->finalize = row_object_finalize; }
static void row_object_init(RowObject *row) {}

GObject *row_object_new(gpointer value, GDestroyNotify release) {
  RowObject *row = g_object_new(row_object_get_type(), NULL);
  row->value = value;
  row->release = release;
  return (GObject *)row;
}
gpointer row_object_value(gpointer object) { return ((RowObject *)object)->value; }

// MARK: - A list of rows

typedef struct {
  GObject parent;
  RowListSource source;
  GDestroyNotify release;
} RowList;
typedef GObjectClass RowListClass;

static GType row_list_item_type(GListModel *model) { return row_object_get_type(); }
static guint row_list_count(GListModel *model) {
  RowListSource *source = &((RowList *)model)->source;
  return source->count(source->context);
}
static gpointer row_list_item(GListModel *model, guint position) {
  RowListSource *source = &((RowList *)model)->source;
  // The interface asks for NULL beyond the end.
  return position < source->count(source->context) ? source->row(source->context, position) : NULL;
}
static void row_list_interface_init(GListModelInterface *interface) {
  interface->get_item_type = row_list_item_type;
  interface->get_n_items = row_list_count;
  interface->get_item = row_list_item;
}
G_DEFINE_TYPE_WITH_CODE(
    RowList, row_list, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, row_list_interface_init))

static void row_list_finalize(GObject *object) {
  RowList *list = (RowList *)object;
  if (list->release) list->release(list->source.context);
  G_OBJECT_CLASS(row_list_parent_class)->finalize(object);
}
static void row_list_class_init(RowListClass *class) { class->finalize = row_list_finalize; }
static void row_list_init(RowList *list) {}

GListModel *row_list_new(RowListSource source, GDestroyNotify release) {
  RowList *list = g_object_new(row_list_get_type(), NULL);
  list->source = source;
  list->release = release;
  return G_LIST_MODEL(list);
}

// MARK: - Signals

typedef struct {
  GClosure closure;
  SignalHandler handler;
  GDestroyNotify release;
} SignalClosure;

static void marshal(
    GClosure *closure, GValue *result, guint count, const GValue *arguments, gpointer hint,
    gpointer data) {
  gboolean is_handled = ((SignalClosure *)closure)->handler(closure->data, arguments);
  if (result && G_VALUE_HOLDS_BOOLEAN(result)) g_value_set_boolean(result, is_handled);
  if (result && G_VALUE_HOLDS_FLAGS(result))
    g_value_set_flags(result, is_handled ? GDK_ACTION_MOVE : 0);
}
static void release_context(gpointer context, GClosure *closure) {
  ((SignalClosure *)closure)->release(context);
}
void signal_connect(
    gpointer object, const char *signal, SignalHandler handler, gpointer context,
    GDestroyNotify release) {
  GClosure *closure = g_closure_new_simple(sizeof(SignalClosure), context);
  ((SignalClosure *)closure)->handler = handler;
  ((SignalClosure *)closure)->release = release;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, context, release_context);
  g_signal_connect_closure(object, signal, closure, FALSE);
}

// MARK: - Accessibility

void accessible_set_role(gpointer widget, GtkAccessibleRole role) {
  g_object_set(widget, "accessible-role", role, NULL);
}
void accessible_set_text(gpointer widget, GtkAccessibleProperty property, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), property, text, -1);
}
void accessible_set_level(gpointer widget, int level) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
}
void accessible_set_state(gpointer widget, GtkAccessibleState state, gboolean value) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), state, value, -1);
}
