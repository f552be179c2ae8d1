/** The engine could not compute what it was asked: its runtime failed, or its numbers are no longer numbers. */
export class EngineFault extends Error {
  override name = "EngineFault";
}
