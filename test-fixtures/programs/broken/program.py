def total(xs, k=1):
    # ^ definition total
    return sum(xs


good = total([1])
#        ^ probe total([1]) → function total
def (x):
    pass
