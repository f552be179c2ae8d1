/** What automata of texts may cost one schema or grammar, in transitions; they take some tens of milliseconds. */
export const MAX_TRANSITIONS = 30_000;

/** An expression whose automata would take long to make; what asks for it says where it stands. */
export class TextTooLarge extends Error {
  override name = "TextTooLarge";
}

/** What is left of it, for all texts of one schema together. */
export class TextBudget {
  readonly #most: number;
  #spent = 0;

  constructor(most = MAX_TRANSITIONS) {
    this.#most = most;
  }

  spend(transitions: number): void {
    this.#spent += transitions;
    if (this.#spent > this.#most)
      throw new TextTooLarge(`its automaton has more than ${this.#most} transitions`);
  }
}
