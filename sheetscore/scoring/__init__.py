"""What systems share: match points, factoring, ranking with ties."""
