// What Python asks for (a place to bring into view, a chunk to select), each acted on once: when it is another than before.

/** @typedef {{goto: [number, number] | null, select: number | null}} Wanted */

export class Requests {
  /** @type {Wanted} */
  #former = { goto: null, select: null }

  /**
   * What of it is new.
   * @param {Wanted} wanted
   * @returns {Wanted}
   */
  fresh({ goto, select }) {
    const { goto: formerGoto, select: formerSelect } = this.#former
    this.#former = { goto, select }
    return {
      goto: String(goto) === String(formerGoto) ? null : goto,
      select: select === formerSelect ? null : select,
    }
  }
}
