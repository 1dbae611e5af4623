import CGTK

/// The look of the sidebar, in addition to that of the system.
enum Style {
  private static let sheet = """
    headerbar { background: @theme_base_color; box-shadow: none; }
    .navigation-sidebar { padding: 6px 0; }
    .navigation-sidebar > row { padding: 0 8px; margin: 0 6px; min-height: 26px; }
    .navigation-sidebar > row { border-radius: 6px; }
    .navigation-sidebar > row:selected { background: alpha(@theme_selected_bg_color, 0.2); }
    .navigation-sidebar .header { margin-top: 10px; }
    .header label { font-size: 85%; font-weight: bold; opacity: 0.6; }
    .kind { color: @theme_selected_bg_color; }
    .disclosure { min-width: 16px; min-height: 16px; padding: 1px; }
    .navigation-sidebar row:selected .disclosure { color: inherit; }
    .detail { font-size: 85%; opacity: 0.5; }
    .sticky { background: @theme_base_color; border-bottom: 1px solid alpha(currentColor, 0.15); }
    .sticky > box { padding: 0 14px; min-height: 26px; }
    .drop-into { background: alpha(@theme_selected_bg_color, 0.3); border-radius: 6px; }
    .drop-above { box-shadow: 0 -2px @theme_selected_bg_color; }
    .drop-below { box-shadow: 0 2px @theme_selected_bg_color; }
    .details { padding: 24px; }
    .settings { margin-top: 24px; }
    .filter { margin: 6px; }
    """

  /// Adds the style to the display.
  static func add() {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, sheet, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider),
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(gpointer(provider))
  }
}
