import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { anyJson, identifier, list } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";

export const readReferences = endpoint({
  operationId: "readReferences",
  group: "project",
  summary: "Resolve references to objects and ops",
  description:
    "Values are in the order of the references. A path after the version leads into its value, and through references in it. A deleted version or an unknown path is null; a version that never existed is 404.",
  method: "POST",
  path: "/refs/read_batch",
  auth: ANY_CREDENTIAL,
  needs: "objects:read",
  projectAt: "verb",
  statuses: [404],
  input: { body: wireObject({ refs: list(identifier(2048), { max: 1000 }) }) },
  reply: wireObject({ vals: list(anyJson) }),
  example: { refs: ["weave:///local/playground/object/helpful:latest/attr/field_schema"] },
});
