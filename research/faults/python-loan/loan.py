"""Repayment of a loan in monthly rates."""

import sys


def monthly_rate(percent):
    return percent / 100 / 12


def annuity(amount, percent, months):
    rate = monthly_rate(percent)
    if rate == 0:
        return amount / months
    growth = (1 + rate) ** months
    return amount * rate * growth / (growth - 1)


def schedule(amount, percent, months):
    payment = round(annuity(amount, months, percent), 2)
    balance = amount
    rows = []
    for month in range(1, months + 1):
        interest = round(balance * monthly_rate(percent), 2)
        paid = payment - interest
        balance = round(balance - paid, 2)
        rows.append((month, interest, balance))
    return payment, rows


def main():
    payment, rows = schedule(1200.0, 6.0, 12)
    print(f"payment: {payment:.2f}")
    interest = 0.0
    for month, part, balance in rows:
        interest += part
        if month % 6 == 0:
            print(f"month {month}: {balance:.2f}")
    print(f"interest: {interest:.2f}")
    last = rows[-1][2]
    if abs(last) > 1:
        print(f"{last:.2f} is left", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
