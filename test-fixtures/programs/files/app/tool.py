def use(x):
    return x
