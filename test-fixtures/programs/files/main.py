import shop
import shop.cart as c
import shop.parts.engine
from app.tool import use
from app import tool
from shop import add_up, Cart as Basket, engine
from json import dumps

a = shop.cart.total([1])
#             ^ probe shop.cart.total([1]) → function total in src/shop/cart.py
b = c.Cart().size()
#              ^ probe c.Cart().size() → method Base.size in src/shop/cart.py
d = shop.parts.engine.run(1)
#                      ^ probe shop.parts.engine.run(1) → function run in src/shop/parts/engine.py
e = add_up([1])
#     ^ probe add_up([1]) → function total in src/shop/cart.py
f = Basket()
#      ^ probe Basket() → class Cart in src/shop/cart.py
g = engine.run(3)
#           ^ probe engine.run(3) → function run in src/shop/parts/engine.py
h = use(1)
#    ^ probe use(1) → function use in app/tool.py
i = tool.use(1)
#         ^ probe tool.use(1) → function use in app/tool.py
j = dumps(1)
#     ^ probe dumps(1) → unresolved
k = shop.Cart().total()
#                ^ probe shop.Cart().total() → method Cart.total in src/shop/cart.py
m = f.size()
#      ^ probe f.size() → method Base.size in src/shop/cart.py
n = shop.missing(1)
#          ^ probe shop.missing(1) → unresolved
