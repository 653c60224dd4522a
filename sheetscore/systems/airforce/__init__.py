"""Air Force and Dauntless with turns of 30 degrees: flight logs, replayed and audited turn by turn."""
