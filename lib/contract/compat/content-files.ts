import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import { bytes, identifier, projectId, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";

/** SHA-256 in base64url, with letters in place of its two signs. */
const DIGEST = /^[A-Za-z0-9]{43}$/;
const digest = identifier(128).check(
  refuseUnless((name) => DIGEST.test(name), { type: "string_pattern_mismatch", text: "^[A-Za-z0-9]{43}$" }),
);

const shared = { group: "project", method: "POST", auth: ANY_CREDENTIAL } as const;

export const createContentFile = endpoint({
  ...shared,
  operationId: "createContentFile",
  summary: "Store a file that objects and calls refer to by its digest",
  description:
    "For example the source of an op, or an image. The digest is that of the bytes, so the same bytes are the same file. Also served as `/files/create`.",
  path: "/file/create",
  needs: "objects:write",
  projectAt: "verb",
  createsProject: true,
  upload: true,
  maxBodyBytes: BATCH_BODY_BYTES,
  input: { body: wireObject({ projectId, expectedDigest: maybe(digest) }) },
  reply: wireObject({ digest: text() }),
  example: { project_id: "local/playground", file: "def answer(question):\n    return question\n" },
});

export const readContentFile = endpoint({
  ...shared,
  operationId: "readContentFile",
  summary: "Read a file by its digest",
  description: "Also served as `/files/content`.",
  path: "/file/content",
  needs: "objects:read",
  input: { body: wireObject({ projectId, digest: identifier(128) }) },
  reply: bytes,
  downloads: "application/octet-stream",
  statuses: [404],
  example: { project_id: "local/playground", digest: "n4bQgYhMfWWaLXqgxVrQFaOYTxsrC4Is0V1sFbDwCgg" },
});
