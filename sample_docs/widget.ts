/**
 * A tide clock: shows the height of the water now, and when it turns.
 *
 * The heights are computed on the spot from harmonic constants, so the widget works on a boat without a network.
 */

import { html, render } from "./html.js";

/** One constituent of the tide, as harbour authorities publish it. */
export interface Constituent {
  readonly name: string; // "M2", "S2", "N2", "K1", "O1" …
  readonly speed: number; // degrees per hour
  readonly amplitude: number; // metres
  readonly phase: number; // degrees, at the epoch
}

export type Turn = { kind: "high" | "low"; at: Date; height: number };

export interface Options {
  /** Metres added to every height; chart datum lies below mean sea level. */
  datum?: number;
  locale?: string;
  onTurn?: (turn: Turn) => void;
}

const EPOCH = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const RAD = Math.PI / 180;

/** Six minutes: the shortest step in which no turn of an ordinary tide can hide. */
const STEP = HOUR / 10;

export function heightAt(time: Date, constituents: readonly Constituent[], datum = 0): number {
  const hours = (time.getTime() - EPOCH) / HOUR;
  return constituents.reduce(
    (sum, { speed, amplitude, phase }) => sum + amplitude * Math.cos((speed * hours - phase) * RAD),
    datum,
  );
}

/** The turns of the tide in order, without end. Take as many as you need. */
export function* turns(from: Date, constituents: readonly Constituent[], datum = 0): Generator<Turn> {
  const height = (ms: number) => heightAt(new Date(ms), constituents, datum);
  let before = height(from.getTime() - STEP);
  let here = height(from.getTime());

  for (let ms = from.getTime(); ; ms += STEP) {
    const after = height(ms + STEP);
    const isHigh = here > before && here >= after;
    const isLow = here < before && here <= after;
    if (isHigh || isLow) {
      // The vertex of the parabola through three points is within ten seconds of the true turn.
      const shift = (STEP * (before - after)) / (2 * (before - 2 * here + after));
      yield { kind: isHigh ? "high" : "low", at: new Date(ms + shift), height: height(ms + shift) };
    }
    [before, here] = [here, after];
  }
}

export class TideClock extends HTMLElement {
  readonly #options: Options;
  #constituents: Constituent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: Turn | undefined;

  constructor(options: Options = {}) {
    super();
    this.#options = options;
    this.attachShadow({ mode: "open" });
  }

  set constituents(value: Constituent[]) {
    if (value.some((c) => c.amplitude < 0)) {
      throw new RangeError("an amplitude is never negative; add 180° to the phase instead");
    }
    this.#constituents = [...value].sort((a, b) => b.amplitude - a.amplitude);
    this.#restart();
  }

  connectedCallback(): void {
    this.#restart();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#next = undefined;
    if (this.#constituents.length > 0) this.#tick();
  }

  #tick(): void {
    const now = new Date();
    if (!this.#next || this.#next.at <= now) {
      if (this.#next) this.#options.onTurn?.(this.#next);
      for (const turn of turns(now, this.#constituents, this.#options.datum)) {
        this.#next = turn;
        if (turn.at > now) break; // the first one may have passed a few minutes ago
      }
    }
    this.#draw(now);
    // Browsers slow timers down in hidden tabs, hence the clock is read again on each tick and never counted.
    this.#timer = setTimeout(() => this.#tick(), 15_000);
  }

  #draw(now: Date): void {
    const { datum = 0, locale = "en" } = this.#options;
    const metres = new Intl.NumberFormat(locale, { style: "unit", unit: "meter", maximumFractionDigits: 1 });
    const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
    const next = this.#next!;
    render(
      html`<p class=${next.kind}>
        ${next.kind === "high" ? "▲ rising" : "▼ falling"}, ${metres.format(heightAt(now, this.#constituents, datum))}
        <small>until ${clock.format(next.at)}, ${metres.format(next.height)}</small>
      </p>`,
      this.shadowRoot!,
    );
  }
}

customElements.define("tide-clock", TideClock);
