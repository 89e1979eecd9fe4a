"""Every spatial question, answered once and exactly; knows no rule of any game."""
