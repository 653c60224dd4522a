"""What the director sets up: the model, event.xlsx and event.toml in and out, the folder, the journal."""
