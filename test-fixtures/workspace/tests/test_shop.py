from shop import Cart, parse_price, total
from shop.money import split_evenly
from shop.stock import reserve


def test_total_takes_each_price_k_times():
    assert total([100, 250], k=2) == 700


def test_a_price_may_have_thousands():
    assert parse_price("1,234.50") == 123450


def test_shares_add_up():
    assert sum(split_evenly(1000, 3)) == 1000


def test_dropping_counts():
    cart = Cart("Ada").add("pen", 120).add("ink", 300)
    assert cart.drop("pen") == 1


def test_reserving_leaves_the_rest():
    stock = {"pen": 3}
    assert reserve(stock, "pen", 2) == 1
    assert stock == {"pen": 1}
