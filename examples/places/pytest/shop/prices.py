from decimal import ROUND_HALF_EVEN, Decimal


def cents(amount):
    return Decimal(amount).quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)


def with_tax(amount, rate):
    return cents(Decimal(amount) * (1 + Decimal(rate)))
