"""Operations: what is done with an event, from the folder to the standings."""
