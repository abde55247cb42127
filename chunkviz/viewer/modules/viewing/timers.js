/** Things to do a little later; what is put off under a name again replaces what was put off under it before. */
export class Timers {
  /** @type {Record<string, ReturnType<typeof setTimeout>>} */
  #waiting = {}

  /**
   * @param {string} name
   * @param {number} milliseconds
   * @param {() => void} act
   */
  later(name, milliseconds, act) {
    this.drop(name)
    this.#waiting[name] = setTimeout(act, milliseconds)
  }

  /** @param {string} name */
  drop(name) {
    clearTimeout(this.#waiting[name])
  }

  dropAll() {
    for (const name in this.#waiting) this.drop(name)
  }
}
