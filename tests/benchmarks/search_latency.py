"""A new question on an indexed document of 1 MB: from the question to its hits, embedding included.

    python tests/benchmarks/search_latency.py [--questions 30]

Bound: 0.5 s for the slowest pattern's median, with the packaged model, in Chroma (in memory) and exactly. The index is made
with vectors of hashed words, since embedding 230,000 tokens takes most of a minute and has no part in what is measured;
the questions go through the model each time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import numpy as np

import chunkviz
from chunkviz.embedder import embedder_for
from chunkviz.index import About, Store
from chunkviz.pattern import Search, patterns, retrieve
from chunkviz.search.exact_index import ExactIndex, missed
from chunkviz.search.record import records_of
from chunkviz.strategies.parent_child import ParentChild

BOUND = 0.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=30)
    count = parser.parse_args().questions
    random = np.random.default_rng(7)
    words = [
        f"{a}{b}"
        for a in ["harbour", "pier", "boat", "quay", "rope", "sail"]
        for b in ["er", "ing", "ed", "ly", "ness", "less", "s", "al"]
    ]
    text = "\n\n".join(" ".join(random.choice(words, 90)).capitalize() + "." for _ in range(1700))[:1_000_000]
    chunking = chunkviz.chunk(chunkviz.Document(text, "1mb.txt"), ParentChild(size=256, parent_size=2048), "words")
    records, embedder = records_of(chunking), embedder_for("all-MiniLM-L6-v2")
    vectors = random.normal(size=(len(records), embedder.dimension)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    chroma = Store.memory().temporary(About.of(chunking, embedder))
    began = time.perf_counter()
    chroma.put(records, vectors)
    print(f"{len(text):,} characters, {len(records):,} chunks, stored in Chroma in {time.perf_counter() - began:.2f} s")
    exact = ExactIndex(records, vectors)
    embedder.encode(["Load the model."])
    late = False
    for name, index in (("Chroma", chroma), ("exact", exact)):
        search = Search(index, embedder, {chunking.document.id: chunking})
        for key, cls in patterns.items():
            if key in ("late_chunking", "contextual_header"):
                continue  # these embed the document again, once; after that they are an exact search
            seconds = []
            for number in range(count):
                began = time.perf_counter()
                retrieve(
                    f"Which {random.choice(words)} has the number {number} of {name} and {key} {time.time()}?", search, cls(), 10
                )
                seconds.append(time.perf_counter() - began)
            median = statistics.median(seconds[1:])
            late |= median > BOUND
            print(
                f"{name:7} {key:28} median {1000 * median:6.1f} ms   first {1000 * seconds[0]:6.1f} ms   bound "
                f"{1000 * BOUND:.0f} ms"
            )
    lost = []
    for vector in random.normal(size=(50, embedder.dimension)).astype(np.float32):
        vector /= np.linalg.norm(vector)
        lost.append(len(missed(chroma.search(vector, 10), exact.search(vector, 10))))
    print(f"Of 10 true hits on random vectors, the hardest case, Chroma missed {np.mean(lost):.2f} on average")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
