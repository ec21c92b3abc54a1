# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "blocked"]}, "$sourceKept": true}
import os
import shutil


def f():
    here = os.getcwd()
    os.chdir("/")
    shutil.rmtree(here, ignore_errors=True)
    try:
        os.rmdir(here)
    except OSError:
        pass
    return "gone"
