/** A JSON Schema that sampling cannot guarantee; the message names the keyword, its location and what to do. */
export class UnsupportedSchema extends Error {
  override name = "UnsupportedSchema";
}
