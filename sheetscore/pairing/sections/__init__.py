"""Who flies which side at which table, where pilots are scored in sections."""
