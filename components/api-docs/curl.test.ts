import { expect, test } from "vitest";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { identifier, label } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import { curlOf } from "./curl.ts";

const renameNote = endpoint({
  operationId: "renameNote",
  group: "project",
  summary: "Gives a note another name",
  method: "PUT",
  path: "/notes/{note_id}",
  auth: ANY_CREDENTIAL,
  needs: null,
  input: {
    params: wireObject({ noteId: identifier() }),
    query: wireObject({ projectId: maybe(label()) }),
    body: wireObject({ name: label() }),
  },
  reply: wireObject({}),
  example: { note_id: "n 1", project_id: "acme/support", name: "it's done" },
});

test("an example becomes a command that a shell can run", () => {
  expect(curlOf(renameNote)).toBe(
    [
      'curl -X PUT "$SPINDLE/api/notes/n%201?project_id=acme%2Fsupport"',
      '-u "api:$SPINDLE_API_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{\n  "name": "it'\\''s done"\n}'`,
    ].join(" \\\n  "),
  );
});
