/** A line without a conversation; the message gives the reason to the person who runs the import. */
export class BadLine extends Error {
  override name = "BadLine";
}
