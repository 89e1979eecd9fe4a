"""What random play needs: random tables, and what each rule system brings to them."""
