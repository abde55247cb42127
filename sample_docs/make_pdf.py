"""Write report.pdf, the same bytes each time.

    python sample_docs/make_pdf.py

Needs fpdf2, for the widths of the standard fonts and the file format. Lines are broken here, not by fpdf2, so that
they end in hyphens as a printed report's do, columns fill one after the other, and a table repeats its head on the
next page. Nothing is compressed and the date is fixed, so neither the clock nor the version of zlib shows.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from fpdf import FPDF

PATH = Path(__file__).with_name("report.pdf")
DAY = dt.datetime(2025, 11, 17, 9, 0, 0, tzinfo=dt.UTC)
TITLE = "Low water on the Wend in the summer of 2025"

LEFT, TOP, WIDTH, BOTTOM = 62.0, 78.0, 471.0, 770.0  # points; A4 is 595 x 842
GUTTER = 21.0

# Where long words of the text may be divided.
DIVIDED = """
ac-cord-ing agree-ment al-though Au-gust be-cause bi-cy-cles cal-cu-lat-ed Cal-cu-lat-ed cap-tains car-go
cen-time-tres com-pa-nies com-pared com-pares con-sid-er dif-fer-ence dif-fer-ent dis-tance elec-tric-i-ty
em-bar-rass-ing es-ti-mat-ed ev-ery-body ev-ery-thing ex-am-ined ferry-man Fish-er-men fol-low-ing fore-seen
gath-ered grav-el ground-water har-bour in-stead in-stru-ment ir-ri-ga-tion kilo-me-tre kilo-me-tres kilo-watts
mea-sured milli-grams milli-metres moor-ings morn-ing navi-ga-tion Navi-ga-tion neigh-bours nine-teenth noth-ing
op-er-a-tor or-di-nary other-wise out-wards pas-sen-gers poi-soned pro-pel-ler pro-posed prob-a-bly re-placed
re-port-ed read-ings rec-om-mend res-er-voir Sep-tem-ber sev-en-teen ship-ping some-body some-thing sound-ings
sta-tions suf-fo-cat-ed sug-gest-ed sum-mer there-fore through-out to-geth-er twen-ti-eth un-der-neath un-ex-plod-ed
un-load-ing wa-ter water-works weath-er with-out
"""
HYPHENS = {word.replace("-", ""): word.split("-") for word in DIVIDED.split()}


def h1(text: str) -> tuple:
    return ("heading", text, 15.0)


def h2(text: str) -> tuple:
    return ("heading", text, 11.5)


CONTENT = [
    ("heading", TITLE, 24.0),
    ("small", "Report of the survey group to the Weir Harbour Board, 17 November 2025"),
    "Between the second week of June and the end of September the Wend carried less water than in any summer since the "
    "gauge at Weir was set up in 1887. This report says how low it was, why, what it meant for those who live by the river, "
    "and what the Board might do before it happens again. It was written by four people who do not agree on everything; "
    "where they differ the text says so.",
    h1("1 Summary"),
    "The lowest level was measured at Weir on 29 August: 41 centimetres above the zero of the gauge. The old record stood "
    "at 58, and had stood since 1921. Navigation with loaded barges ended on 7 July and began again on 2 October. The loss "
    "to the harbour is estimated at 1.3 million crowns, of which dues make up a little less than half.",
    "Two thirds of the deficit came from the weather. The rest was taken out of the river by us: for irrigation, for the "
    "cooling of the mill at Brack, and by the reservoir at Hohl, which was filled in May as in every year although there "
    "was little to fill it with. We recommend a rule for the reservoir (section 5.1) before everything else.",
    h1("2 What was measured"),
    h2("2.1 Gauges"),
    "Five gauges were read throughout the summer. Their zeros are not at the same height, so that readings of different "
    "stations must not be compared with each other; what can be compared is the distance from the mean low water of each.",
    ("caption", "Table 1. Gauges, mean low water (MLW) 1991 to 2020, and the lowest reading of 2025, in centimetres"),
    (
        "table",
        (118, 70, 70, 85, 128),
        (
            ("Gauge", "River km", "MLW", "Lowest 2025", "On"),
            ("Hohl, below the dam", "12.4", "88", "61", "3 September"),
            ("Brack, mill bridge", "27.9", "104", "69", "28 August"),
            ("Sandau ferry", "41.0", "96", "54", "29 August"),
            ("Weir, harbour", "58.3", "83", "41", "29 August"),
            ("Osterend", "71.6", "140", "118", "30 August"),
        ),
    ),
    "The gauge at Osterend feels the tide, and its figure is the mean of two low waters. The instrument at Sandau stopped "
    "on 11 August, when the river left it; from that day on the ferryman measured with a rod, morning and evening, from the "
    "last step of the landing stage. His readings fit those of the neighbours to within three centimetres. We have used "
    "them as they are.",
    h2("2.2 Flow"),
    "Levels are read, flows are calculated. The curve that leads from the one to the other was drawn for ordinary years "
    "and has no points below 70 centimetres at Weir. We therefore measured the flow itself on six days, wading, with a "
    "propeller on a stick. On 29 August it was 9.2 cubic metres a second. The curve would have said 12.5.",
    "The difference is not an error of the curve alone. Gravel has gone from the bed below the harbour, about thirty "
    "centimetres of it since the last soundings, so that the same water now stands lower. Whoever compares the level of "
    "2025 with that of 1921 compares two different rivers. By flow the record is not broken: in 1921 it was probably 8.8.",
    h2("2.3 Temperature"),
    "The water was warmer than 25 °C on 31 days, at Brack on 44. Above that mark the mill has to stop its cooling. It did "
    "so on nine days only. The Board has no say in that, but it may be asked, and should know the number.",
    ("columns", 2),
    h1("3 What people saw"),
    "We asked forty-one people who work on the river to tell us about their summer. What follows is gathered from their "
    "letters and from notes made on the quay. Names are left out where somebody wished it.",
    h2("3.1 The barges"),
    "In an ordinary August a barge leaves Weir with 900 tons of gravel. This year the captains took 600 in June, 350 in "
    "the first days of July, and then nothing. Two of them waited for a month with the cargo on board, because unloading "
    "it would have cost more than the waiting. A third went down on the night of 6 July with 410 tons and touched the "
    "ground five times before Osterend. He says that he would not do it again and that he was not the only one.",
    "The shipping companies pay for a lost day according to the gauge at Weir, by an agreement of 1968. Below 60 it is not "
    "foreseen that anybody sails, and so it is not foreseen that anybody is paid. Seven crews lost their wages in this gap. "
    "We consider it the most embarrassing finding of the report.",
    h2("3.2 The ferry"),
    "The ferry at Sandau ran until 19 August. After that passengers were carried over the gravel on a tractor's trailer to "
    "a boat in the middle and by another trailer up the far side. The trip took twenty-five minutes instead of four. It was "
    "free, and more people made it than in any other month: everybody wanted to have been in the middle of the Wend on a "
    "tractor.",
    h2("3.3 The fish"),
    "Fishermen reported dead barbel from 14 August on, below Brack first. The survey counted 2,300 in a stretch of three "
    "kilometres. They had not been poisoned, they had suffocated: at sunrise the water held 2.1 milligrams of oxygen a "
    "litre, and a barbel wants four. Eels were not found among them. It may be that they left in time, or that there are "
    "none.",
    h2("3.4 What came to light"),
    "Eleven bicycles, a safe (empty), the piles of the Swedish bridge of 1641, and a stone at river kilometre 49.7 on which "
    "somebody had cut: WHO SEES ME WILL WEEP, 1616. There are two more dates underneath, 1718 and 1842. A fourth was added "
    "this August. The Board did not order it, but neither do we propose to have it removed.",
    "An unexploded bomb was found under the moorings of the yacht club by a child with a net. It was taken away on 22 "
    "August. For six hours the old town had to be left by everybody, 3,100 people, and the Board's barge served as a "
    "kitchen.",
    ("columns", 1),
    h1("4 Why"),
    h2("4.1 Rain"),
    "From March to August 214 millimetres fell on the upper Wend; the mean is 361. A dry spring counts for more than a dry "
    "summer, because the groundwater is filled before the leaves are out. After that the trees take what falls. The rain of "
    "20 July, 38 millimetres in one night, raised the river at Weir by four centimetres for a day and a half.",
    h2("4.2 What we took"),
    "The second table gives what was taken from the river and not given back, month by month, in litres a second. It rests "
    "on meters for the mill and the waterworks. For the farms it rests on their electricity bills, since pumps are metered "
    "and water is not. It does not contain what the reservoir kept back.",
    ("caption", "Table 2. Water taken and not returned, 2025, in litres a second"),
    (
        "table",
        (80, 92, 92, 92, 115),
        (
            ("Month", "Farms", "Mill", "Waterworks", "Share of flow at Weir"),
            ("March", "12", "205", "318", "1.2 %"),
            ("April", "140", "211", "322", "1.6 %"),
            ("May", "655", "214", "331", "3.7 %"),
            ("June", "1,480", "209", "346", "7.8 %"),
            ("July", "1,910", "188", "359", "14.9 %"),
            ("August", "1,720", "131", "352", "17.9 %"),
            ("September", "490", "197", "334", "8.6 %"),
            ("October", "31", "203", "320", "2.5 %"),
        ),
    ),
    "In August, then, more than a sixth of what should have passed Weir had been taken out above it, and nearly four fifths "
    "of that by farms. One of us holds that this is what a river is for. The other three observe that the permits allow, "
    "taken together, three times as much; nobody had ever added them up.",
    h2("4.3 The reservoir"),
    "Hohl was built against floods and is used for electricity. By its rule of 1974 it has to be full on 1 June. To that end "
    "it kept back 2.4 cubic metres a second throughout May, out of 7.0 that came in. It gave back as much as the law asks "
    "for, 1.5, through July and August, while it stood almost full until the 10th of that month. The operator broke no "
    "rule. He rang the Board twice in July to ask if he might let go more, and was told that it was not ours to say.",
    h1("5 What we recommend"),
    h2("5.1 A rule for Hohl"),
    "When the gauge at Weir falls below 75, the reservoir adds 1.0 cubic metre a second, and below 60 it adds 2.0, until a "
    "third of its content is left. Calculated for this summer, this would have kept Weir above 62 at all times and ended "
    "navigation seventeen days later. The electricity that is lost costs about 95,000 crowns. We think that the Board "
    "should offer to pay half.",
    h2("5.2 Wages"),
    "The agreement of 1968 needs a line for levels below 60. We propose that a day without sailing is paid at seven tenths, "
    "by the companies for the first thirty days and by a common fund after that.",
    h2("5.3 Gravel"),
    "What is dredged in the harbour should be put back into the river below it, and not sold. At 4,000 cubic metres a year "
    "the bed would stop sinking; it will not come back. The buyers of the gravel will object. The group is divided on "
    "this: two for, one against, one would first like to see new soundings.",
    h2("5.4 Measuring"),
    "Every pump above three kilowatts gets a meter for water. The gauge at Sandau is to be moved four metres outwards. And "
    "the ferryman is to be thanked, in writing, with a new rod.",
    h2("5.5 What we do not recommend"),
    "A weir with a lock below the harbour was proposed to us by three companies in the course of the summer. It would keep "
    "the harbour afloat at any flow, for something between 40 and 65 million crowns, and it would turn eleven kilometres of "
    "river into a pond in which the water is warmer still. The barges it serves could be replaced by nine trains a week.",
    "Nor do we recommend to do nothing. It was suggested at the hearing that a summer like this one comes once in a century "
    "and that the Board's money is better kept. By the records of the waterworks, which go back further than the gauge, "
    "there were two such summers in the nineteenth century, one in the twentieth, and two in the twenty-five years since.",
    h1("6 Where we differ"),
    "Mr. Aldous cannot agree to section 4.2 as it stands. He farms at Sandau, said so at the first meeting, and asks that "
    "the following be printed. The farms took most of the water because they grow what the others eat; a litre used at the "
    "mill is a litre as well, only warmer when it comes back; and of the three farms that pumped most, two had asked the "
    "Board in April for leave to build ponds, which would have been filled in winter. They have had no answer.",
    "Ms. Ferreira would have put the bed of the river first and the reservoir second. Water that is let go in July can be "
    "let go only once, she writes, whereas every load of gravel that stays in the river helps in each summer to come. The "
    "two others think that this is true and that it is too slow.",
    h1("Note on the figures"),
    "All levels are daily means unless it says otherwise. Losses were reported by those who had them, and were not "
    "examined. The daily levels may be had from the harbour office, on paper; one day of each week is printed here.",
    ("caption", "Table 3. Weir, one reading a week: level, depth left over the sill of the harbour, and temperature"),
    (
        "table",
        (110, 80, 96, 85, 100),
        (
            ("2025", "Level, cm", "Over sill, m", "Water, °C", "Loaded barges"),
            ("Monday 9 June", "86", "2.91", "18.2", "11"),
            ("Monday 16 June", "81", "2.86", "19.6", "11"),
            ("Monday 23 June", "77", "2.82", "21.1", "9"),
            ("Monday 30 June", "70", "2.75", "22.8", "7"),
            ("Monday 7 July", "64", "2.69", "23.4", "2"),
            ("Monday 14 July", "59", "2.64", "24.0", "none"),
            ("Monday 21 July", "60", "2.65", "22.3", "none"),
            ("Monday 28 July", "55", "2.60", "24.7", "none"),
            ("Monday 4 August", "52", "2.57", "25.3", "none"),
            ("Monday 11 August", "48", "2.53", "26.9", "none"),
            ("Monday 18 August", "45", "2.50", "26.2", "none"),
            ("Monday 25 August", "42", "2.47", "25.8", "none"),
            ("Monday 1 September", "43", "2.48", "23.9", "none"),
            ("Monday 8 September", "47", "2.52", "21.7", "none"),
            ("Monday 15 September", "54", "2.59", "20.4", "none"),
            ("Monday 22 September", "61", "2.66", "18.8", "none"),
            ("Monday 29 September", "68", "2.73", "17.5", "none"),
        ),
    ),
    "The sill lies 2.05 metres below the zero of the gauge. It was rebuilt in 1979 and has not moved.",
]


class Report(FPDF):
    """A4 pages with running heads; a column is filled before the next begins."""

    def __init__(self, pages: int) -> None:
        super().__init__(unit="pt", format="A4")
        self.pages_in_all = pages
        self.set_auto_page_break(False)
        self.set_compression(False)
        self.set_title(TITLE)
        self.set_producer("make_pdf.py")
        self.set_creation_date(DAY)
        self.columns, self.column, self.y_now, self.y_first = 1, 0, TOP, TOP
        self.add_page()

    def header(self) -> None:
        self.set_font("Helvetica", "", 8)
        if self.page_no() > 1:
            head = "Weir Harbour Board" if self.page_no() % 2 else "Low water on the Wend"
            self.text(LEFT if self.page_no() % 2 else LEFT + WIDTH - self.get_string_width(head), 48, head)
            self.line(LEFT, 54, LEFT + WIDTH, 54)

    def footer(self) -> None:
        self.set_font("Helvetica", "", 8)
        self.text(LEFT, 808, "Survey group, November 2025")
        number = f"Page {self.page_no()} of {self.pages_in_all}"
        self.text(LEFT + WIDTH - self.get_string_width(number), 808, number)

    @property
    def width(self) -> float:
        return (WIDTH - GUTTER * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        return LEFT + self.column * (self.width + GUTTER)

    def room(self, height: float) -> bool:
        """Make room for so many points. True if a new column or page was begun for it."""
        if self.y_now + height <= BOTTOM:
            return False
        if self.column + 1 < self.columns:
            self.column += 1
            self.y_now = self.y_first
        else:
            self.add_page()
            self.column, self.y_now, self.y_first = 0, TOP, TOP
        return True

    def set_columns(self, number: int) -> None:
        if number == 1 and self.columns > 1:  # go on below the longest column: the first, if the second was begun
            self.y_now = BOTTOM if self.column else self.y_now
        self.columns, self.column = number, 0
        self.y_first = self.y_now

    def broken(self, text: str) -> Iterator[str]:
        """The lines of a paragraph, words divided where that fills a line better."""
        line = ""
        for word in text.split():
            candidate = f"{line} {word}" if line else word
            if self.get_string_width(candidate) <= self.width:
                line = candidate
                continue
            bare = word.rstrip(".,;:")
            parts = HYPHENS.get(bare, [bare])
            for cut in range(len(parts) - 1, 0, -1):
                head, tail = "".join(parts[:cut]), "".join(parts[cut:]) + word[len(bare) :]
                if self.get_string_width(f"{line} {head}-") <= self.width:
                    yield f"{line} {head}-"
                    line = tail
                    break
            else:
                yield line
                line = word
        yield line

    def paragraph(self, text: str, font: str = "Times", style: str = "", size: float = 11, after: float = 6) -> None:
        self.set_font(font, style, size)
        lines = list(self.broken(text))
        if font == "Helvetica":  # a heading or caption stays with what follows it
            self.room(len(lines) * size * 1.35 + 40)
        for line in lines:
            self.room(size * 1.35)
            self.set_font(font, style, size)  # a new page has set the font of its head
            self.text(self.left, self.y_now + size, line)
            self.y_now += size * 1.35
        self.y_now += after

    def table(self, widths: tuple[int, ...], rows: tuple[tuple[str, ...], ...]) -> None:
        head, *body = rows
        self.room(3 * 15)
        self.row(widths, head, "B")
        for row in body:
            if self.room(15):
                self.row(widths, head, "B")
            self.row(widths, row, "")
        self.y_now += 12

    def row(self, widths: tuple[int, ...], cells: tuple[str, ...], style: str) -> None:
        self.set_font("Helvetica", style, 9)
        x = self.left
        for width, cell in zip(widths, cells, strict=True):
            self.text(x + 3, self.y_now + 11, cell)
            x += width
        self.line(self.left, self.y_now + 15, self.left + sum(widths), self.y_now + 15)
        self.y_now += 15


def written(pages: int) -> Report:
    report = Report(pages)
    for item in CONTENT:
        match item:
            case str():
                report.paragraph(item)
            case ("heading", text, size):
                report.y_now += 0 if report.y_now == report.y_first else 6
                report.paragraph(text, "Helvetica", "B", size)
            case ("small", text):
                report.paragraph(text, style="I", size=9.5, after=14)
            case ("caption", text):
                report.paragraph(text, "Helvetica", "I", 8.5, after=3)
            case ("columns", number):
                report.set_columns(number)
            case ("table", widths, rows):
                report.table(widths, rows)
    return report


def build() -> bytes:
    pages = written(0).page_no()  # the foot of the first page names the number of the last
    return bytes(written(pages).output())


if __name__ == "__main__":
    PATH.write_bytes(build())
