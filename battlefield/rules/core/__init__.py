"""The core rules, and the shared moves of the trade that the other systems build on."""
