"""Games that come in from elsewhere: what another library or language describes, as games of this one."""
