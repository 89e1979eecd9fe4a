"""Pictures of a recording: moments in time, draw lists, SVG, replay pages, PNG and, in its own modules, the window."""
