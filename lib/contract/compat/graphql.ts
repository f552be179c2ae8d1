import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { anyJson, dict, list, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";

export const queryGraph = endpoint({
  operationId: "queryGraph",
  group: "project",
  summary: "Answer the few GraphQL queries that tracing clients send first",
  description:
    "One operation a request. Queries: `viewer`, `entity(name)`, `project(name, entityName)`, `users(ids)`, `serverInfo`; mutation: `upsertModel(input)`, which creates a project if the caller may. Problems are in `errors`, with status 200. Also served as `/graphql` at the root.",
  method: "POST",
  path: "/graphql",
  auth: ANY_CREDENTIAL,
  needs: null,
  input: { body: wireObject({ query: text({ max: 65_536 }), variables: maybe(dict) }) },
  reply: wireObject({ data: anyJson, errors: maybe(list(wireObject({ message: text() }))) }),
  example: {
    query: "query DefaultEntity { viewer { username defaultEntity { name } } }",
    variables: {},
  },
});
