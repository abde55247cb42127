"""Stock keeping for a small ship chandler's: what is where, and what to order.

The stock is a list of movements (goods in, goods out, corrections). Nothing is ever overwritten; the quantity on
the shelf is the sum of the movements, so a mistake is undone by a second movement and never by an edit.

    $ python inventory.py --demo
    $ python inventory.py movements.csv --reorder
"""

from __future__ import annotations

import argparse
import csv
import functools
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

CENT = Decimal("0.01")
MWST = Decimal("0.19")  # Mehrwertsteuer; books have their own rate, see REDUCED
REDUCED = {"charts", "books"}
UNITS = {"Stück": 0, "m": 2, "kg": 3, "ℓ": 2}  # unit -> decimals that may be counted

# Movements of these kinds add to the stock; all others take from it.
INCOMING = frozenset({"delivery", "return", "found"})
KINDS = INCOMING | {"sale", "damage", "lost", "own use"}

try:
    import icu  # sorts ä after a, not after z

    _collator = icu.Collator.createInstance(icu.Locale("de_DE"))
    sort_key: Callable[[str], object] = _collator.getSortKey
except ImportError:
    # Good enough for a list on a screen: fold the letters that occur in our catalogue.
    _FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "å": "a", "ø": "o", "é": "e"})

    def sort_key(name: str) -> object:
        return name.casefold().translate(_FOLD)


class StockError(Exception):
    """Something that the person at the counter can put right."""


class NotEnough(StockError):
    def __init__(self, article: str, wanted: Decimal, there: Decimal) -> None:
        super().__init__(f"{article}: {wanted} wanted, {there} on the shelf")
        self.article = article
        self.missing = wanted - there


def audited(reason: str, *, quiet: bool = False):
    """Decorate a method of `Inventory` so that its calls end up in the journal.

    The entry is written after the call, and also if the call fails; a failed attempt to sell forty shackles that
    are not there is exactly what one looks for later.
    """

    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, *args, **kwargs):
            outcome = "done"
            try:
                return method(self, *args, **kwargs)
            except StockError as error:
                outcome = f"refused: {error}"
                raise
            finally:
                if not quiet or outcome != "done":
                    self.journal.append((self.today(), reason, outcome))

        wrapper.reason = reason
        return wrapper

    return decorate


def rounded(amount: Decimal, decimals: int = 2) -> Decimal:
    """Round as the tax office does: halves away from zero."""
    return amount.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


@dataclass(frozen=True, order=True)
class Movement:
    day: date
    article: str
    kind: str
    quantity: Decimal
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise StockError(f"unknown kind of movement: {self.kind!r}")
        if self.quantity <= 0:
            raise StockError("a movement is always positive; its kind says in which direction it goes")

    @property
    def signed(self) -> Decimal:
        return self.quantity if self.kind in INCOMING else -self.quantity


@dataclass
class Article:
    number: str
    name: str
    unit: str = "Stück"
    group: str = "chandlery"
    price: Decimal = Decimal(0)  # net
    lead_time: int = 7  # days from order to delivery
    pack: Decimal = Decimal(1)  # the supplier sells whole packs only

    @property
    def gross(self) -> Decimal:
        """Price with tax. Charts and books are taxed at seven per cent."""
        rate = Decimal("0.07") if self.group in REDUCED else MWST
        return rounded(self.price * (1 + rate))

    def check(self, quantity: Decimal) -> Decimal:
        decimals = UNITS[self.unit]
        if quantity != rounded(quantity, decimals):
            raise StockError(f"{self.name} is counted with {decimals} decimals")
        return quantity


class Inventory:
    """All articles and all movements of one shop.

    >>> shop = Inventory(today=lambda: date(2026, 5, 4))
    >>> shop.add(Article("4711", "Schäkel 8 mm", price=Decimal("3.20")))
    >>> shop.receive("4711", 20)
    >>> shop.sell("4711", 3)
    >>> shop.on_hand("4711")
    Decimal('17')
    """

    #: How many days of sales the stock should last beyond the lead time.
    SAFETY_DAYS = 10
    #: Sales older than this say nothing about next week.
    MEMORY = timedelta(days=90)

    def __init__(self, *, today: Callable[[], date] = date.today) -> None:
        self.today = today
        self.articles: dict[str, Article] = {}
        self.movements: list[Movement] = []
        self.reservations: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
        self.journal: list[tuple[date, str, str]] = []

    # -- articles -----------------------------------------------------------------------------------------------

    def add(self, article: Article) -> None:
        if article.number in self.articles:
            raise StockError(f"there is already an article {article.number}")
        self.articles[article.number] = article

    def find(self, words: str) -> list[Article]:
        """Articles whose name contains all the words, in any order and however they are accented."""
        wanted = [sort_key(word) for word in words.split()]
        found = []
        for article in self.articles.values():
            name = sort_key(article.name)
            if all(word in name for word in wanted):  # type: ignore[operator]
                found.append(article)
        return sorted(found, key=lambda article: sort_key(article.name))

    def __getitem__(self, number: str) -> Article:
        try:
            return self.articles[number]
        except KeyError:
            raise StockError(f"there is no article {number}") from None

    # -- movements ----------------------------------------------------------------------------------------------

    def _move(self, number: str, kind: str, quantity, note: str = "") -> Movement:
        quantity = self[number].check(Decimal(quantity))
        movement = Movement(self.today(), number, kind, quantity, note)
        self.movements.append(movement)
        return movement

    @audited("goods in")
    def receive(self, number: str, quantity, note: str = "") -> None:
        self._move(number, "delivery", quantity, note)

    @audited("sale")
    def sell(self, number: str, quantity, *, customer: str | None = None) -> None:
        """Take goods off the shelf for a customer.

        What other customers have reserved is not for sale. A customer's own reservation is used up first.
        """
        quantity = Decimal(quantity)
        own = min(self.reservations[number, customer], quantity) if customer else Decimal(0)
        free = self.free(number) + own
        if quantity > free:
            raise NotEnough(self[number].name, quantity, free)
        self._move(number, "sale", quantity, customer or "")
        if own:
            self.reservations[number, customer] -= own

    @audited("correction", quiet=True)
    def correct(self, number: str, counted, note: str = "Inventur") -> None:
        """Make the books agree with what was counted on the shelf."""
        difference = Decimal(counted) - self.on_hand(number)
        if difference > 0:
            self._move(number, "found", difference, note)
        elif difference < 0:
            self._move(number, "lost", -difference, note)

    @audited("reservation")
    def reserve(self, number: str, quantity, customer: str) -> None:
        quantity = self[number].check(Decimal(quantity))
        if quantity > self.free(number):
            raise NotEnough(self[number].name, quantity, self.free(number))
        self.reservations[number, customer] += quantity

    def free(self, number: str) -> Decimal:
        """What anybody may buy: the stock less what has been promised. Negative after a theft."""
        promised = sum((q for (article, _), q in self.reservations.items() if article == number), Decimal(0))
        return self.on_hand(number) - promised

    def on_hand(self, number: str, day: date | None = None) -> Decimal:
        """The quantity on the shelf in the evening of a day, today's by default."""
        return sum((m.signed for m in self.movements if m.article == number and (day is None or m.day <= day)), Decimal(0))

    # -- looking ahead ------------------------------------------------------------------------------------------

    def daily_sales(self, number: str) -> Decimal:
        since = self.today() - self.MEMORY
        sold = sum(
            (m.quantity for m in self.movements if m.article == number and m.kind == "sale" and m.day > since),
            Decimal(0),
        )
        return sold / self.MEMORY.days

    def reorder(
        self, season: Callable[[date], Decimal] | None = None, *, least: Decimal = Decimal(50)
    ) -> Iterator[tuple[Article, Decimal]]:
        """Say what to order today, and how much of it.

        For each article the sales of the last three months are carried forward over the lead time and the safety
        days. If the stock will not last that long, enough whole packs are proposed to bring it there. `season`
        may give a factor for a day, above one in spring, when everybody paints their boat at the same time.

        Articles without a single sale are left alone: somebody once ordered forty-one brass barometers because
        a formula told them to.
        """

        def factor(days: int) -> Decimal:
            """Mean of the season over the days to come."""
            if season is None:
                return Decimal(1)
            values = [season(self.today() + timedelta(days=n)) for n in range(days)]
            return sum(values, Decimal(0)) / max(len(values), 1)

        def whole_packs(article: Article, quantity: Decimal) -> Decimal:
            packs, rest = divmod(quantity, article.pack)
            if rest:
                packs += 1
            return packs * article.pack

        proposals: list[tuple[Decimal, Article, Decimal]] = []
        for article in self.articles.values():
            rate = self.daily_sales(article.number)
            if not rate:
                continue

            horizon = article.lead_time + self.SAFETY_DAYS
            needed = rate * horizon * factor(horizon)
            free = self.free(article.number)

            if free >= needed:
                continue
            if free < 0:
                # More was promised than is there. The promise comes first, forecasts come after it.
                needed -= free
                free = Decimal(0)

            quantity = whole_packs(article, rounded(needed - free, UNITS[article.unit]))
            if not quantity:
                continue
            days_left = free / rate
            proposals.append((days_left, article, quantity))

        # A parcel costs the same whatever is in it. Groups whose order stays below `least` wait for another day,
        # unless something in them would be gone before the supplier could bring it.
        worth: defaultdict[str, Decimal] = defaultdict(Decimal)
        urgent: set[str] = set()
        for days_left, article, quantity in proposals:
            worth[article.group] += article.price * quantity
            if days_left <= article.lead_time:
                urgent.add(article.group)
        proposals = [p for p in proposals if worth[p[1].group] >= least or p[1].group in urgent]

        # The article that runs out first stands first, so that a hurried reader orders the right thing.
        proposals.sort(key=lambda proposal: (proposal[0], sort_key(proposal[1].name)))
        for _, article, quantity in proposals:
            yield article, quantity

    def value(self) -> Decimal:
        """Net value of everything on the shelf, at today's prices."""
        return rounded(sum((a.price * self.on_hand(a.number) for a in self.articles.values()), Decimal(0)))


def read_movements(rows: Iterable[dict[str, str]], shop: Inventory) -> int:
    """Add movements from a table with the columns day, article, kind, quantity and note."""
    before = len(shop.movements)
    for line, row in enumerate(rows, start=2):
        try:
            movement = Movement(
                day=date.fromisoformat(row["day"]),
                article=shop[row["article"]].number,
                kind=row["kind"].strip().lower(),
                quantity=Decimal(row["quantity"].replace(",", ".")),
                note=row.get("note") or "",
            )
        except (StockError, ValueError, ArithmeticError) as error:
            raise StockError(f"line {line}: {error}") from error
        shop.movements.append(movement)
    shop.movements.sort()
    return len(shop.movements) - before


def spring(day: date) -> Decimal:
    return Decimal("2.5") if day.month in (3, 4) else Decimal(1)


CATALOGUE = [
    Article("1001", "Schäkel 8 mm, Edelstahl", price=Decimal("3.20"), pack=Decimal(10)),
    Article("1002", "Tauwerk Ø 12 mm", unit="m", price=Decimal("1.85"), lead_time=4, pack=Decimal(100)),
    Article("2001", "Antifouling, kupferfrei", unit="ℓ", price=Decimal("38.50"), lead_time=12, pack=Decimal("2.5")),
    Article("3001", "海図 瀬戸内海西部", group="charts", price=Decimal("29.00"), lead_time=30),
    Article("3002", "Søkort: Skagerrak og Kattegat", group="charts", price=Decimal("31.50"), lead_time=14),
]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="movements as CSV")
    parser.add_argument("--reorder", action="store_true", help="print what to order")
    parser.add_argument("--demo", action="store_true", help="use invented movements")
    options = parser.parse_args(arguments)

    shop = Inventory()
    for article in CATALOGUE:
        shop.add(article)

    if options.demo:
        shop.receive("1001", 40)
        shop.receive("2001", "7.5")
        shop.sell("1001", 38)
        shop.sell("2001", 7)
    elif options.file:
        with options.file.open(encoding="utf-8-sig", newline="") as file:
            read_movements(csv.DictReader(file), shop)

    for article, quantity in shop.reorder(spring) if options.reorder or options.demo else ():
        print(f"{article.number}  {article.name:<32} {quantity:>8} {article.unit}")
    print(f"Σ {shop.value():,} € on the shelf")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except StockError as error:
        sys.exit(f"🛑 {error}")
