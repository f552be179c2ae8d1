/** What a client is told in `errors`. */
export class GraphQlFault extends Error {
  override name = "GraphQlFault";
}
