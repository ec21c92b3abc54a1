from .cart import Cart, total as add_up
from .parts import engine
