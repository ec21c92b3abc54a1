def run(x):
    return x


def stop():
    return None


def _hidden():
    return None
