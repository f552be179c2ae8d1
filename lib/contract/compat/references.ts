import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { anyJson, identifier, list } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";

export const readReferences = endpoint({
  operationId: "readReferences",
  group: "project",
  summary: "Read what references to objects and ops name",
  description:
    "Values come in the order of the references. A path behind the version leads into its value, and on through references that stand there. A deleted version and a path that leads nowhere read as null; a version that never was is a 404.",
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
