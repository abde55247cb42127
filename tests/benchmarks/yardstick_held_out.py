"""The public yardstick with every choice held out: at most 1,000 tokens for every question, 472 questions over five corpora.

    python tests/benchmarks/yardstick_held_out.py [--save RUN]

For each family of settings (plain and hybrid over several chunkings, surroundings over its own values) the setting is chosen on
some questions and judged on the others: one corpus left out at a time, and 40 random halves with their standard deviation. It is
chosen for the most recall, and for the most IoU among those with a recall of at least 90 % where they were chosen. Only answers
are held out: the text of all five corpora is in the index, as it is for whoever searches it. With --save a run that was stopped
goes on where it was.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from yardstick import corpus, recursive

from chunkviz.embedder import embedder_for
from chunkviz.evaluation.evaluate import Corpus, evaluate
from chunkviz.evaluation.held_out import Choose, Numbers, at_random, by_group, held_out, highest
from chunkviz.evaluation.questions import Question
from chunkviz.evaluation.run import LIMIT, Run, read_run, run_of, save
from chunkviz.pattern import Search, retrieve
from chunkviz.patterns.hybrid import Hybrid
from chunkviz.patterns.surroundings import Surroundings
from chunkviz.pipeline import Pipeline
from chunkviz.search.exact_index import ExactIndex
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.sentences import Sentences

BUDGET, HALVES, ENOUGH = 1000, 40, 0.9
SMALL = Sentences(size=64, overlap=0)


def families() -> dict[str, list[Pipeline]]:
    """Settings by family; each reads at most BUDGET tokens: k times the size, or the pattern's own budget."""
    chunkings = [(SMALL, BUDGET // 64), (recursive(200, 0), BUDGET // 200), (Fixed(200, 0), BUDGET // 200)]
    return {
        "surroundings": [
            Pipeline(SMALL, pattern=Surroundings(words=words, least=least, budget=BUDGET))
            for words in (0.8, 0.45)
            for least in (0.7, 0.75, 0.8, 0.85)
        ],
        "plain": [Pipeline(strategy, k=k) for strategy, k in chunkings],
        "hybrid": [
            Pipeline(strategy, pattern=Hybrid(constant=constant), k=k) for strategy, k in chunkings for constant in (10, 60)
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", metavar="RUN", type=Path, help="keep the run in this file, and go on with it")
    documents, questions = corpus()
    done = _evaluated(documents, questions, parser.parse_args().save)
    left_out = by_group([question.answers[0].document for question in questions])
    print(f"{'family':14}{'chosen for':12}{'corpus left out':>26}{'40 halves':>30}{'tokens, most':>18}")
    for name, pipelines in families().items():
        results = [result for one in pipelines if (result := done.result(one))]
        recall, iou, tokens = (
            np.array([one.values(key) for one in results]) for key in ("published_recall", "published_iou", "tokens_retrieved")
        )
        enough = highest(iou, lambda fold, recall=recall: recall[:, list(fold)].mean(axis=1) >= ENOUGH)
        for aim, choose in (("recall", highest(recall)), ("IoU", enough)):
            if aim == "IoU" and recall.mean(axis=1).max() < ENOUGH:
                continue  # the family has no such setting
            apart = [held_out(values, left_out, choose) for values in (recall, iou, tokens)]
            halves = [_halves(values, choose) for values in (recall, iou)]
            print(
                f"{name:14}{aim:12}{100 * apart[0].mean:10.1f} /{100 * apart[1].mean:5.1f}"
                + f" (trained {100 * apart[0].training:.1f})"
                + " /".join(f"{100 * np.mean(one):8.1f} ± {100 * np.std(one):.1f}" for one in halves)
                + f"{apart[2].mean:10.0f}, {max(apart[2].values):.0f}"
            )
            chosen = ", ".join(dict.fromkeys(results[i].pipeline.label for i in apart[0].chosen))
            print(f"{'':14}chosen: {chosen}", flush=True)
    print(f"surroundings: {_milliseconds(documents, questions):.1f} ms a question, its vector known")


def _evaluated(documents: Corpus, questions: list[Question], path: Path | None) -> Run:
    run = run_of(documents.documents, questions, BUDGET)
    if path and path.exists():
        run = read_run(path.read_bytes()[:LIMIT], path.name)
    run = run.planning([one for family in families().values() for one in family])
    for pipeline in run.left:
        run = run.having(result := evaluate(documents, questions, pipeline, budget=BUDGET))
        print(f"{pipeline.label}: {result.seconds:.0f} s", flush=True)
        if path:
            save(run, path)
    return run


def _halves(values: Numbers, choose: Choose) -> list[float]:
    """For each of the halves, the mean of the other half under the setting that this one chose."""
    found = []
    for seed in range(HALVES):
        training, rest = at_random(values.shape[1], 2, seed)
        found.append(float(values[choose(training), rest].mean()))
    return found


def _milliseconds(documents: Corpus, questions: list[Question]) -> float:
    pipeline = Pipeline(SMALL, pattern=Surroundings())
    embedder, chunkings = embedder_for(pipeline.embedder), documents.cut(pipeline)
    search = Search(ExactIndex.of(chunkings, embedder), embedder, {one.document.id: one for one in chunkings})
    retrieve(questions[0].text, search, pipeline.pattern)  # what is worked out once
    embedder.embed([question.text for question in questions])
    began = time.perf_counter()
    for question in questions:
        retrieve(question.text, search, pipeline.pattern)
    return 1000 * (time.perf_counter() - began) / len(questions)


if __name__ == "__main__":
    main()
