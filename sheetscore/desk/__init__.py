"""The director's desk: one module for each thing to be done with an event, from the folder to the standings."""
