"""What is selected is meant."""


def f(x):
    return x


value = f(1) + f(2)
#       ^^^^^^^^^^^ probe f(1) + f(2) → unresolved
#       ^^^^ probe f(1) → function f
#      ^^^^^^ probe f(1) → function f
#       ^^ probe f(1) → function f
if value:
    total = f(1) + f(2)
    #^^^^^^^^^^^^^^^^^^ nothing There is no call here.
#   ^^^^^^^^^^^^^^^^^^^ probe f(1) + f(2) → unresolved
other = [f(3), f(4)][0]
#       ^^^^^^^^^^^^ probe [f(3), f(4)] → unresolved
pair = f(1), f(2)
#      ^^^^^^^^^^ probe f(1), f(2) → unresolved
attribute = f("a").upper
#           ^^^^^^^^^^^^ probe f("a").upper → unresolved
nothing = 3 + 4
#         ^^^^^ probe 3 + 4 → unresolved
#       ^^^ nothing There is no call here.


async def main():
    return await f(3)
    #      ^^^^^^^^^^ probe await f(3) → function f
    #              ^ probe await f(3) → function f
