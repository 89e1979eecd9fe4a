"""What happened, a file a system: small frozen facts in the past tense that fold into the next state."""
