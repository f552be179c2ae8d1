/** An expression that is none, or has what no automaton can hold. */
export class UnsupportedRegex extends Error {
  override name = "UnsupportedRegex";
}
