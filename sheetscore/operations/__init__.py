"""Operations on an event, from the folder to the standings."""
