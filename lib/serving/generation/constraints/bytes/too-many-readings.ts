/** A text that has too many ways to be read; the message says what to do. */
export class TooManyReadings extends Error {
  override name = "TooManyReadings";
}
