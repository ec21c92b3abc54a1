def joined(x):
    """Escapes.

    >>> joined("a\\nb")
    #       ^ probe joined("a\nb") → function joined
    """
    return x


def raw(x):
    r"""Raw.

    >>> raw("a\nb")
    #    ^ probe raw("a\nb") → function raw
    """
    return x
