import pytest
from cart import Cart
from prices import cents
from stock import Stock


@pytest.fixture
def cart():
    stock = Stock()
    stock.add("bread", 3)
    stock.add("milk", 5)
    return Cart(stock)


def test_what_is_not_there_cannot_be_sold(cart):
    with pytest.raises(KeyError):
        cart.add("wine", 9)


def test_totals_are_sums(cart):
    cart.add("bread", "3.20")
    cart.add("milk", "1.10", 2)
    assert cart.total() == cents("5.40")


def test_half_a_cent_is_rounded_up(cart):
    cart.add("bread", "0.125", 1)
    assert cart.total() == cents("0.13")
