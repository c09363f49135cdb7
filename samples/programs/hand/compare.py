"""Measures the plans of programs, and runs their drivers beside what was written by hand, in turns.

    go build -o facet . && python3 samples/programs/hand/compare.py ./facet [--processor] [PROGRAM...]

A line of the table has the plan that facet recommends, predicted (for the speed that the processor had while it
was carried out) and measured, the classical modes, and the times of the driver and of the code by hand, both with the values. Blocks have to agree.
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.dirname(HERE)


def load(path):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def least(run, ways, clock, seconds=6):
    """The least times of the driver and of the fastest way by hand. Each way runs in turns of two with the driver
    alone: two ways by hand have the same numbers, and would keep them in the processor's caches for each other."""
    found = [float("inf")] * 2
    for way in ways:
        end = time.time() + seconds / len(ways)
        while time.time() < end or found[1] == float("inf"):
            for k, f in (0, run), (0, run), (1, way), (1, way):
                begin = clock()
                f()
                found[k] = min(found[k], clock() - begin)
    return found


def dense(block):
    return block.toarray() if hasattr(block, "toarray") else np.asarray(block)


def said(seconds):
    return f"{seconds * 1e6:.0f} us" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms"


def one(facet, name, flags, folder):
    file, driver = os.path.join(PROGRAMS, name + ".py"), os.path.join(folder, name + "_jacobian.py")
    answer = subprocess.run([facet, "measure", "--plan", "best", "--json", "--force", "--driver", driver, *flags, file], check=True, stdout=subprocess.PIPE)
    answer = json.loads(answer.stdout)
    facet_modules = load(os.path.join(folder, "facet_modules.py"))
    sys.modules["facet_modules"] = facet_modules
    program, carried, hand = facet_modules.Program(file), load(driver), load(os.path.join(HERE, name + ".py"))
    given = globals_of(facet_modules, file)
    recording = program.recording
    given["inputs_at"] = {s: recording.vertices[at].array for s, at in recording.sources.items()}
    run = lambda: carried.jacobian(program, *program.inputs)
    ways = [f for f in (getattr(hand, "jacobian"), getattr(hand, "compressed", None)) if f]
    blocks = {(s, t): run()[1].get((s, recording.vertices[i].id)) for s, (at, *_) in recording.sinks.items() for t, i in recording.sources.items()}
    for way in ways:
        for key, block in way(given)[1].items():
            off = np.max(np.abs(dense(block) - dense(blocks[key])))
            assert off <= 1e-9 * max(1, np.max(np.abs(dense(block)))), (name, key, off)
    clock = time.process_time if "--processor" in flags else time.perf_counter
    return answer, *least(run, [lambda way=way: way(given) for way in ways], clock)


def one_in_cpp(facet, name, flags, folder):
    """Likewise of a C++ program: it, the driver and the code by hand are compiled together, as facet measure compiles."""
    file, driver = os.path.join(PROGRAMS, name + ".cpp"), os.path.join(folder, name + "_jacobian.hpp")
    answer = subprocess.run([facet, "measure", "--plan", "best", "--json", "--force", "--driver", driver, *flags, file], check=True, stdout=subprocess.PIPE)
    main, binary = os.path.join(folder, name + "_main.cpp"), os.path.join(folder, name)
    parts = [file, driver, os.path.join(HERE, name + ".cpp"), os.path.join(HERE, "compare.hpp")]
    with open(main, "w") as out:
        out.write("#define FACET_LIBRARY\n" + "".join(f'#include "{p}"\n' for p in parts))
    subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", "-O2", "-pthread", "-I", folder, "-o", binary, main], check=True)
    times = subprocess.run([binary] + [f for f in flags if f == "--processor"], check=True, stdout=subprocess.PIPE).stdout
    times = [float(t) for t in times.split()]
    return json.loads(answer.stdout), times[0], min(times[1:])


def globals_of(facet_modules, file):
    """What the program's file defines, run without facet."""
    import runpy
    before, facet_modules._recording = facet_modules._recording, None
    try:
        return runpy.run_path(file, run_name="hand")
    finally:
        facet_modules._recording = before


def main():
    facet, *rest = sys.argv[1:]
    flags = [r for r in rest if r.startswith("-")]
    names = [r for r in rest if not r.startswith("-")] or sorted(f.removesuffix(".py") for f in os.listdir(HERE) if f.endswith((".py", ".cpp")) and f != "compare.py")
    modes = ["sparse tangent", "sparse adjoint", "dense tangent", "dense adjoint", "compressed tangent", "compressed adjoint"]
    print("| program | plan | " + " | ".join(modes) + " | driver | by hand | driver / hand |\n|---|---|" + "---|" * (len(modes) + 3), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "facet_modules.py"), "wb") as out:
            out.write(subprocess.run([facet, "measure", "--runtime"], check=True, stdout=subprocess.PIPE).stdout)
        with open(os.path.join(folder, "facet_modules.hpp"), "wb") as out:
            out.write(subprocess.run([facet, "measure", "--runtime-cpp"], check=True, stdout=subprocess.PIPE).stdout)
        for name in names:
            answer, driver, hand = (one_in_cpp(os.path.abspath(facet), name.removesuffix(".cpp"), flags, folder) if name.endswith(".cpp") else
                                    one(os.path.abspath(facet), name.removesuffix(".py"), flags, folder))
            speed = answer.get("speed", 1)  # of the processor while methods were carried out, beside that while costs were measured
            methods = {m["name"]: f"{said(m['predicted_seconds'] / speed)}, {said(m['measured_seconds'])}" for m in answer["methods"]}
            print(f"| {name if name.endswith('.cpp') else name.removesuffix('.py') + '.py'} | {methods['plan']} | " + " | ".join(methods.get(m, "") for m in modes) + f" | {said(driver)} | {said(hand)} | {driver / hand:.2f} |", flush=True)
            print(answer["plan"], file=sys.stderr, flush=True)


main()
