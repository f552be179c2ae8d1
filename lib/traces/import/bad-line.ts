/** A line without a conversation; the message tells the person who runs the import why. */
export class BadLine extends Error {
  override name = "BadLine";
}
