import CGTK
import CRowList
import Dispatch  // links the library with the functions that CRowList declares

/// The main loop of GTK, which also runs the jobs of the main actor.
///
/// The main actor of Swift runs its jobs on the main queue of Dispatch, and a program with another
/// run loop must drain that queue. CoreFoundation does it by two functions of Dispatch: one returns
/// a file descriptor that becomes readable when there are jobs, the other runs the jobs. Here GLib
/// watches the descriptor. So a task can await a folder while GTK draws and handles events.
///
/// The alternative is an actor whose executor posts its jobs to GLib. It needs no function with an
/// underscore. But only the main actor lets the signal handlers of GTK assume its isolation, so all
/// state of the program would have to be in one actor.
enum MainLoop {
  /// Runs the jobs of the main actor in the default context of GLib from now on.
  static func attachMainActor() {
    let jobs = _dispatch_get_main_queue_handle_4CF()
    let source = g_unix_fd_source_new(jobs, G_IO_IN)
    let drain: @convention(c) (gint, GIOCondition, gpointer?) -> gboolean = { jobs, _, _ in
      // The count is reset first: a job that arrives meanwhile makes the descriptor readable again.
      var count: UInt64 = 0
      read(jobs, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
      return 1  // keeps the source
    }
    g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  /// Handles events until a condition is true.
  static func run(until isDone: () -> Bool) {
    while !isDone() {
      g_main_context_iteration(nil, 1)
    }
  }

  /// Handles the events that have arrived.
  static func handleEvents() {
    while g_main_context_pending(nil) != 0 {
      g_main_context_iteration(nil, 0)
    }
  }
}
