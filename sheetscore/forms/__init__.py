"""What a score sheet asks for: templates (TOML) to forms, blocks and fields."""
