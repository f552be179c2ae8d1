/** What a client finds in `errors`. */
export class GraphQlFault extends Error {
  override name = "GraphQlFault";
}
