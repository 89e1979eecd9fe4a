"""What is asked for, a file a system: small frozen orders in the imperative."""
