/** A JSON Schema that asks for what sampling cannot promise; the message names the keyword, where it stands and what to do. */
export class UnsupportedSchema extends Error {
  override name = "UnsupportedSchema";
}
