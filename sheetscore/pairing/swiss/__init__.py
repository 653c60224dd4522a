"""Who meets whom in accelerated Swiss."""
