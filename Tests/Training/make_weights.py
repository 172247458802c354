"""Makes all weights, and fits what is fitted, from nothing but seeds.

    make_weights.py FOLDER [--scale 1] [--jobs N] [--bench DOWNBEAT_BENCH]

Leaves `beats.weights`, `bars.weights`, `keys.weights` and `form.weights` in FOLDER/weights, and in FOLDER/logs what every step printed: the
scores, and the coefficients of `GridConfidence`, `ReadingConfidence` and (with --bench) `BeatPresence`. A step that is done is not done
again, so a run that was cut off goes on. --scale 0.02 makes everything with a fiftieth of the songs and of the steps, to see that it runs.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FONTS = "/usr/share/sounds/sf2"
HEARD = f"{FONTS}/TimGM6mb.sf2:1,/usr/share/sounds/sf3/MuseScore_General_Full.sf3:1.4,{FONTS}/OPL-3_FM_128M.sf2:0.25"
UNHEARD = f"{FONTS}/FluidR3_GM.sf2:1"
FEWEST_SONGS, FEWEST_STEPS = 12, 20

# Folder, first seed, how many, options of `render.py`.
HEARD_SONGS = [
    ("first", 100000, 1000), ("first", 200000, 362), ("second", 300000, 1427, "--hard"), ("third", 310000, 700, "--hard"),
    ("later", 400000, 600), ("later", 430000, 380, "--hard"), ("later", 510000, 1170, "--wide"), ("again", 300000, 378, "--hard"),
    ("clicks", 470000, 9500, "--only", "metro"), ("bars", 410000, 700), ("bars", 440000, 450, "--hard"), ("bars", 520000, 1200, "--wide"),
    ("wide", 600000, 1200, "--wide"), ("bar-clicks", 780000, 14000, "--hard", "--only", "metro"),
    ("reggae", 796000, 1500, "--hard", "--only", "onedrop,reggae,ska,hiphop"), ("whole", 660000, 200, "--whole"),
]  # fmt: skip
UNHEARD_SONGS = [
    ("broad-test", 900000, 160, "--sound"), ("hard-test", 950000, 120, "--hard", "--sound"), ("wide-test", 760000, 240, "--wide", "--sound"),
    ("form-test", 970000, 220, "--wide"), ("whole-test", 975000, 80, "--whole"),
    ("beatless", 980000, 200, "--beatless", "--sound"),
]  # fmt: skip
TESTS = ("broad-test", "hard-test", "wide-test")


class Maker:
    """Runs the scripts of this folder, each step once."""

    def __init__(self, options):
        self.folder, self.scale, self.jobs, self.bench = os.path.abspath(options.folder), options.scale, options.jobs, options.bench
        self.here = os.path.dirname(os.path.abspath(__file__))
        for name in ("logs", "weights"):
            os.makedirs(self.path(name), exist_ok=True)
        # Steps of another scale would count as done.
        with open(self.path("scale"), "a+") as file:
            file.seek(0)
            begun = file.read()
            file.write("" if begun else str(self.scale))
        if begun not in ("", str(self.scale)):
            sys.exit(f"{self.folder} was begun with --scale {begun}")

    def path(self, name):
        return os.path.join(self.folder, name)

    def paths(self, *names):
        return [self.path(name) for name in names]

    def count(self, whole, fewest):
        return str(min(whole, max(fewest, round(whole * self.scale))))

    def run(self, step, script, *arguments):
        """Runs a script unless it has succeeded before, and keeps what it prints in `logs/STEP.log`."""
        log = self.path(f"logs/{step}.log")
        if os.path.exists(log):
            return
        print(step, flush=True)
        with open(log + ".part", "w") as file:
            command = [sys.executable, os.path.join(self.here, script), *arguments]
            subprocess.run(command, cwd=self.here, stdout=file, stderr=subprocess.STDOUT, check=True)
        os.rename(log + ".part", log)

    def render(self, fonts, folder, seed, count, *options):
        self.run(f"render-{folder}-{seed}", "render.py", self.path(folder), str(seed), self.count(count, FEWEST_SONGS), fonts, *options)

    def render_all(self):
        """Renders all songs, several folders at a time."""
        songs = [(HEARD, *one) for one in HEARD_SONGS] + [(UNHEARD, *one) for one in UNHEARD_SONGS]
        with ThreadPoolExecutor(self.jobs) as pool:
            done = [pool.submit(self.render, *one) for one in songs]
            done.append(pool.submit(self.run, "render-grooves", "written.py", self.path("grooves"), self.count(490, FEWEST_SONGS), HEARD))
        for one in done:
            one.result()

    def train(self, script, name, inputs, steps, start=None, rate=None, seed=None, *options):
        """Trains a network to FOLDER/NAME.npz, from nothing or from the network `start`."""
        inputs = [",".join(self.paths(*folders)) for folders in inputs]
        arguments = [*inputs, self.path(name + ".npz"), "--steps", self.count(steps, FEWEST_STEPS)]
        if start:
            arguments += ["--from", self.path(start + ".npz"), "--rate", rate, "--seed", seed]
        self.run("train-" + name, script, *arguments, *options)

    def mean(self, first, second, name):
        self.run("mean-" + name, "weights.py", *self.paths(first + ".npz", second + ".npz", name + ".npz"))

    def beats(self):
        """The beat network."""

        def train(name, songs, *rest):
            self.train("train.py", name, [songs, TESTS], *rest)

        train("first-beats", ["first"], 3980)
        train("second-beats", ["first", "second"], 6100, "first-beats", "1e-3", "1")
        train("third-beats", ["first", "second", "third"], 4000, "second-beats", "6e-4", "2")
        train("fourth-beats", ["third", "later"], 6000, "third-beats", "1e-3", "3")
        self.mean("third-beats", "fourth-beats", "half-beats")
        train("beats", ["third", "again", "clicks", "later"], 2600, "half-beats", "6e-4", "4")

    def examples(self, weights, songs, examples):
        self.run(f"examples-{songs}-{examples}", "bar_examples.py", *self.paths(weights + ".npz", songs, examples))

    def bars(self):
        """The bar network. It learns from songs that the beat network before it did not see, whose evidence would be too good."""
        for songs in ("bars", "wide"):
            self.examples("fourth-beats", songs, "bar-examples")
        self.examples("third-beats", "later", "bar-examples")
        for songs in ("bar-clicks", "reggae", "bars", "wide"):
            self.examples("beats", songs, "more-bar-examples")
        self.examples("beats", "grooves", "groove-examples")

        def train(name, examples, *rest):
            self.train("train_bars.py", name, [examples], *rest)

        train("first-bars", ["bar-examples"], 7700)
        train("second-bars", ["bar-examples"], 4500, "first-bars", "1.5e-3", "2")
        self.mean("first-bars", "second-bars", "half-bars")
        train("third-bars", ["bar-examples"], 3000, "half-bars", "1.2e-3", "4")
        without_level = ("--bars-only", self.path("groove-examples"))
        train("bars", ["bar-examples", "more-bar-examples"], 3000, "third-bars", "1.2e-3", "7", *without_level)

    def keys_and_form(self):
        tests = [word for test in self.paths("form-test", "whole-test") for word in ("--test", test)]
        self.run("keys", "keys.py", *self.paths("weights/keys.weights", "wide"), *tests)
        self.run("form", "form.py", *self.paths("weights/form.weights", "wide"), "--whole", self.path("whole"), *tests)

    def export(self):
        for name in ("beats", "bars"):
            self.run("export-" + name, "export_weights.py", self.path(name + ".npz"), "3", self.path(f"weights/{name}.weights"))

    def fit(self):
        networks = self.paths("beats.npz", "bars.npz")
        self.run("calibrate", "calibrate.py", *networks, *self.paths("confidence.svg", *TESTS, "beatless"))
        if self.bench:
            self.run("presence", "presence.py", self.bench, *self.paths(*TESTS, "beatless"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--scale", type=float, default=1.0, help="how many of the songs and of the steps of training")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many folders are rendered at a time")
    parser.add_argument("--bench", help="the built downbeat-bench, with the weights that the presence of a beat is fitted to")
    maker = Maker(parser.parse_args())

    maker.render_all()
    maker.beats()
    maker.bars()
    maker.keys_and_form()
    maker.export()
    maker.fit()


if __name__ == "__main__":
    main()
