"""How the figures of the pages are made; see docs/renew."""
