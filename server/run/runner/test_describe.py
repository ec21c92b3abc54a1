"""Descriptions: each kind of value, values that lie, budgets, digests."""

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import hashlib
import io
import json
import pathlib
import random
import re
import sys
import unittest
import uuid

from test_stage import Limits, describe, digest_of, wire

NAME = __name__


class Colour(enum.Enum):
    RED = 1


class Mode(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4


class Level(enum.IntEnum):
    LOW = 1


@dataclasses.dataclass
class Line:
    a: int
    b: list = dataclasses.field(default_factory=list)
    hidden: int = dataclasses.field(default=0, repr=False)


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a = 1


Point = collections.namedtuple("Point", "x y")


def numbers():
    yield 1
    yield 2


async def coroutine():
    pass


def plain(value, **limits):
    described, _ = describe(value, Limits(**limits)) if limits else describe(value)
    return json.loads(wire.dumps(described))


def node(kind, **fields):
    return {"kind": kind, **fields}


def of(name):
    return NAME + "." + name


class Kinds(unittest.TestCase):
    def test_natives(self):
        for value in (None, True, False, 0, -1, 2**53 - 1, -(2**53) + 1, "", "abc", "é😀"):
            self.assertIs(type(plain(value)), type(value))
            self.assertEqual(plain(value), value)

    def test_numbers(self):
        self.assertEqual(plain(2**53), node("int", hex="20000000000000"))
        self.assertEqual(plain(-(2**53)), node("int", hex="-20000000000000"))
        self.assertEqual(plain(0.1), node("float", text="0.1"))
        self.assertEqual(plain(-0.0), node("float", text="-0.0"))
        self.assertEqual(plain(float("nan")), node("float", text="nan"))
        self.assertEqual(plain(complex(-0.0, 1)), node("complex", real="-0.0", imag="1.0"))
        self.assertEqual(plain(decimal.Decimal("1.10")), node("decimal", text="1.10"))
        self.assertEqual(
            plain(fractions.Fraction(2, 4)), node("fraction", numerator=1, denominator=2)
        )

    def test_texts_and_bytes(self):
        self.assertEqual(plain("\ud800\\"), node("str", text="\\ud800\\\\", escaped=True))
        self.assertEqual(plain(b"\x00\xff"), node("bytes", hex="00ff"))
        self.assertEqual(plain(bytearray(b"x")), node("bytearray", hex="78"))
        self.assertEqual(
            plain(memoryview(b"yz")), node("memoryview", format="B", shape=[2], hex="797a")
        )
        released = memoryview(b"yz")
        released.release()
        self.assertEqual(plain(released)["kind"], "opaque")

    def test_containers(self):
        self.assertEqual(plain([1, [2]]), node("list", items=[1, node("list", items=[2])]))
        self.assertEqual(plain((1,)), node("tuple", items=[1]))
        self.assertEqual(plain({10, 9}), node("set", items=[10, 9]))
        self.assertEqual(plain(frozenset("ba")), node("frozenset", items=["a", "b"]))
        self.assertEqual(plain({"a": 1, 2: None}), node("dict", entries=[["a", 1], [2, None]]))
        self.assertEqual(plain(collections.deque([1], 3)), node("deque", items=[1], maxlen=3))
        self.assertEqual(
            plain(collections.Counter("aab")),
            node("dict", entries=[["a", 2], ["b", 1]], type="collections.Counter"),
        )
        self.assertEqual(
            plain(collections.defaultdict(list)),
            node(
                "dict",
                entries=[],
                factory=node("class", name="builtins.list"),
                type="collections.defaultdict",
            ),
        )
        self.assertEqual(plain(range(3)), node("range", start=0, stop=3, step=1))
        self.assertEqual(plain(slice(1, None)), node("slice", start=1, stop=None, step=None))
        self.assertEqual(
            plain({1: 2}.items()),
            node("view", type="builtins.dict_items", items=[node("tuple", items=[1, 2])]),
        )
        self.assertEqual(plain(array.array("i", [1, 2])), node("array", typecode="i", items=[1, 2]))

    def test_a_moved_key_of_an_ordered_dictionary_is_where_it_is(self):
        held = collections.OrderedDict(a=1, b=2)
        held.move_to_end("a")
        self.assertEqual(plain(held)["entries"], [["b", 2], ["a", 1]])

    def test_sets_are_in_canonical_order(self):
        mixed = {1, "a", None, (1, 2), 2.5, frozenset([3])}
        texts = [
            json.dumps(each, sort_keys=True, separators=(",", ":"))
            for each in plain(mixed)["items"]
        ]
        self.assertEqual(texts, sorted(texts))
        awkward = {"a", "a b", 'a"', "a!", "é"} | {f"n{i}" for i in range(40)}
        texts = [json.dumps(each) for each in plain(awkward)["items"]]
        self.assertEqual(texts, sorted(texts))

    def test_classes_and_instances(self):
        self.assertEqual(plain(Line), node("class", name=of("Line")))
        self.assertEqual(
            plain(Line(1)),
            node(
                "object",
                type=of("Line"),
                fields=["a", "b"],
                attributes=[["a", 1], ["b", node("list", items=[])], ["hidden", 0]],
            ),
        )
        self.assertEqual(
            plain(Slotted()), node("object", type=of("Slotted"), attributes=[["a", 1]])
        )
        self.assertEqual(
            plain(Point(1, 2)),
            node("namedtuple", type=of("Point"), fields=["x", "y"], items=[1, 2]),
        )
        self.assertEqual(plain(object()), node("object", type="builtins.object", attributes=[]))

    def test_enums(self):
        self.assertEqual(plain(Colour.RED), node("enum", type=of("Colour"), name="RED", value=1))
        self.assertEqual(
            plain(Mode.READ | Mode.RUN),
            node("enum", type=of("Mode"), members=["READ", "RUN"], value=5),
        )
        self.assertEqual(plain(Mode(0)), node("enum", type=of("Mode"), members=[], value=0))
        self.assertEqual(
            plain(Level.LOW), node("enum", type=of("Level"), name="LOW", value=1, mixin="int")
        )

    def test_callables(self):
        self.assertEqual(plain(numbers), node("function", module=NAME, name="numbers"))
        self.assertEqual(plain(len), node("builtin", name="builtins.len"))
        self.assertEqual(plain([].append)["kind"], "builtin")
        method = plain(Line(1).__eq__)
        self.assertEqual((method["kind"], method["self"]["type"]), ("method", of("Line")))
        self.assertEqual(plain(json), node("module", name="json"))

    def test_generators_are_not_consumed(self):
        generator = numbers()
        self.assertEqual(plain(generator), node("generator", name="numbers", state="created"))
        self.assertEqual(next(generator), 1)
        self.assertEqual(plain(generator)["state"], "suspended")
        self.assertEqual(list(generator), [2])
        self.assertEqual(plain(generator)["state"], "closed")
        waiting = coroutine()
        self.assertEqual(plain(waiting), node("coroutine", name="coroutine", state="created"))
        waiting.close()
        iterator = iter([1, 2])
        self.assertEqual(plain(iterator)["remaining"], 2)
        self.assertEqual(list(iterator), [1, 2])

    def test_times(self):
        zone = datetime.timezone(datetime.timedelta(hours=1), "X")
        moment = datetime.datetime(2020, 1, 2, 3, tzinfo=zone, fold=1)
        self.assertEqual(
            plain(moment),
            node(
                "datetime",
                **dict(year=2020, month=1, day=2, hour=3, minute=0, second=0, microsecond=0),
                zone=node("timezone", offsetSeconds=3600, name="X"),
                fold=1,
            ),
        )
        self.assertEqual(plain(datetime.date(2020, 1, 2)), node("date", year=2020, month=1, day=2))
        self.assertEqual(
            plain(datetime.timedelta(-1)), node("timedelta", days=-1, seconds=0, microseconds=0)
        )

    def test_others_of_the_library(self):
        self.assertEqual(
            plain(pathlib.PurePosixPath("a/b")),
            node("path", type="pathlib.PurePosixPath", text="a/b"),
        )
        self.assertEqual(plain(re.compile("a", re.I)), node("regex", pattern="a", flags=34))
        self.assertEqual(plain(uuid.UUID(int=5))["text"], str(uuid.UUID(int=5)))
        self.assertEqual(plain(io.StringIO("ab"))["attributes"][0], ["value", "ab"])

    def test_exceptions(self):
        try:
            try:
                raise KeyError("a")
            except KeyError as cause:
                raise ValueError("b", 1) from cause
        except ValueError as error:
            described = plain(error)
        self.assertEqual(described["args"], ["b", 1])
        self.assertEqual(described["cause"]["type"], "builtins.KeyError")


class Sharing(unittest.TestCase):
    def test_shared_objects_are_referred_to(self):
        row = [0]
        self.assertEqual(
            plain([row, row]),
            node("list", items=[node("list", items=[0], id=1), node("ref", id=1)]),
        )

    def test_cycles_end(self):
        cyclic = [1]
        cyclic.append(cyclic)
        self.assertEqual(plain(cyclic), node("list", items=[1, node("ref", id=1)], id=1))

    def test_sharing_does_not_explode(self):
        grown = ()
        for _ in range(200):
            grown = (grown, grown)
        self.assertIsNotNone(plain(grown))


class Liars(unittest.TestCase):
    """Classes whose every hook raises ``SystemExit``, which no guard of ours would catch."""

    def lie(self, *_, **__):
        raise SystemExit("user code ran")

    def test_no_hook_runs(self):
        hooks = (
            "__repr__ __str__ __eq__ __hash__ __len__ __iter__ __getattribute__ __getattr__ "
            "__bool__ __index__ __int__ __float__ __contains__ __getitem__ __dir__ __format__ "
            "__reduce__ __reduce_ex__ __sizeof__ __lt__ __length_hint__ __next__ __instancecheck__ "
            "__call__ keys values items copy __class__ __dict__"
        ).split()
        held = {name: self.lie for name in hooks[:-2]}
        held["__class__"] = held["__dict__"] = property(self.lie)
        meta = type("Meta", (type,), {"__hash__": self.lie, "__eq__": self.lie})
        meta.__instancecheck__ = meta.__getattribute__ = self.lie
        for base in (object, int, str, float, list, tuple, dict, set, frozenset, bytes, Exception):
            made = type.__new__(meta, "Liar", (base,), dict(held))
            value = base.__new__(made)
            described = plain([value, {"k": value}])
            self.assertEqual(described["kind"], "list")

    def test_payloads_of_liars_are_true(self):
        class Liar(list):
            def __iter__(self):
                raise SystemExit

            def __len__(self):
                return 10**18

        self.assertEqual(plain(Liar([1, 2]))["items"], [1, 2])


class Budgets(unittest.TestCase):
    def test_cut_lists_say_how_much_is_missing(self):
        described = plain(list(range(5000)), items=10)
        text = json.dumps(
            {"items": list(range(5000)), "kind": "list"}, sort_keys=True, separators=(",", ":")
        )
        digest = hashlib.sha256(text.encode()).hexdigest()
        self.assertEqual(described["items"], list(range(10)))
        self.assertEqual(described["cut"], {"kept": 10, "length": 5000, "digest": digest})

    def test_cut_texts_and_integers(self):
        self.assertEqual(plain("x" * 50, text=10)["cut"]["length"], 50)
        self.assertEqual(plain("x" * 50, text=10)["text"], "x" * 10)
        described = plain(16**29, text=10)
        self.assertEqual((described["hex"], described["cut"]["length"]), ("1000000000", 30))
        self.assertEqual(
            plain("x" * 50, text=10)["cut"]["digest"],
            hashlib.sha256(json.dumps("x" * 50).encode()).hexdigest(),
        )

    def test_depth(self):
        deep = []
        for _ in range(500):
            deep = [deep]
        inner = plain(deep)
        while inner["kind"] == "list":
            inner = inner["items"][0]
        self.assertEqual((inner["kind"], inner["why"]), ("cut", "depth"))

    def test_the_node_budget_bounds_the_whole(self):
        wide = {f"k{i}": [{"a": i, "b": [i]} for _ in range(50)] for i in range(500)}
        text = json.dumps(plain(wide, nodes=1000))
        self.assertLess(len(text), 100_000)

    def test_equal_cut_values_have_equal_digests_whatever_their_sharing(self):
        row = list(range(20))
        shared, apart = [row] * 50, [list(range(20)) for _ in range(50)]
        self.assertEqual(
            plain(shared, items=5)["cut"]["digest"], plain(apart, items=5)["cut"]["digest"]
        )

    def test_a_cycle_and_hidden_state_have_no_digest(self):
        cyclic = list(range(50))
        cyclic.append(cyclic)
        self.assertNotIn("digest", plain(cyclic, items=5)["cut"])
        hidden = [iter(int, 1)] * 3 + [type("T", (object,), {})] + [sys.stdout.buffer] * 50
        self.assertNotIn("digest", plain(hidden, items=5)["cut"])


def generated(seed, depth=4):
    """A value of random shape, always the same for a seed."""
    chance = random.Random(seed)

    def leaf():
        return chance.choice(
            [None, True, 0, -7, 2**70, 0.5, float("inf"), "", "é\ud800", b"\x00", 1j, ..., int, len,
             decimal.Decimal("0.10"), Colour.RED, Mode.READ | Mode.RUN, datetime.date(2020, 2, 2)]
        )  # fmt: skip

    def hashable(level):
        return tuple(hashable(level - 1) for _ in range(2)) if level > 0 else leaf()

    def value(level):
        if level == 0:
            return leaf()
        size = chance.randrange(4)
        inner = [value(level - 1) for _ in range(size)]
        keys = [hashable(chance.randrange(2)) for _ in range(size)]
        made = chance.randrange(9)
        if made < 2:
            return inner
        if made == 2:
            return tuple(inner)
        if made == 3:
            return dict(zip(keys, inner))
        if made == 4:
            return set(keys)
        if made == 5:
            return collections.deque(inner, 3)
        if made == 6:
            return Line(size, inner)
        if made == 7:
            return [inner, inner]
        return ValueError(*inner)

    return value(depth)


class Generated(unittest.TestCase):
    def test_every_generated_value_is_described_and_twice_the_same(self):
        for seed in range(300):
            value = generated(seed)
            first = wire.dumps(describe(value)[0])
            self.assertEqual(first, wire.dumps(describe(value)[0]), seed)
            self.assertNotIn('"kind":"opaque"', first)


def write_generated(count):
    """Write generated values as JSON lines: described, described within little, digest."""
    for seed in range(count):
        value = generated(seed)
        line = [describe(value)[0], describe(value, Limits(items=2, text=3))[0], digest_of(value)]
        print(wire.dumps(line))


if __name__ == "__main__":
    if sys.argv[1:2] == ["generate"]:
        write_generated(int(sys.argv[2]))
    else:
        unittest.main()
