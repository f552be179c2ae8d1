/** A line that holds no conversation; the message is the reason, for the person who runs the import. */
export class BadLine extends Error {
  override name = "BadLine";
}
