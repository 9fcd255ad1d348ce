"""What one euro costs."""

TO_EURO = {"EUR": 1.0, "USD": 1.08, "GBP": 0.85, "XTS": 0.0}
