import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  anyJson,
  bool,
  identifier,
  integer,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { sortDirection } from "#lib/contract/query.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const EXAMPLE_SPEC = {
  name: "Helpful",
  description: "Did the answer help?",
  field_schema: { type: "boolean" },
};

const OBJECT_ID = /^[\w.-]+$/;
/** A name under which versions are kept. */
const objectId = identifier(128).check(
  refuseUnless((name) => OBJECT_ID.test(name), { type: "string_pattern_mismatch", text: "^[\\w.-]+$" }),
);
/** A new one is also a step of an address, such as a published dataset's, and every client reads these two as the way to another. */
const newObjectId = objectId.check(
  refuseUnless((name) => name !== "." && name !== "..", {
    type: "value_error",
    text: "object_id may be neither . nor ..",
  }),
);
/** `latest` and `v` with a number name versions in another way. */
const DIGEST = /^(?!latest$|v\d+$)[\w-]+$/;
const digest = identifier(128).check(
  refuseUnless((name) => DIGEST.test(name), {
    type: "string_pattern_mismatch",
    text: "^(?!latest$|v\\d+$)[\\w-]+$",
  }),
);
const names = maybe(list(identifier(), { max: 1000 }));

/** One version of an object. */
export const StoredObject = wireObject(
  {
    projectId: text(),
    objectId: text(),
    createdAt: timestamp,
    deletedAt: z.nullable(timestamp),
    digest: text(),
    /** Counts from 0 in the order in which versions were made. */
    versionIndex: integer(),
    /** 1 for the newest version that is not deleted, else 0. */
    isLatest: integer(),
    kind: oneOf(["op", "object"]),
    baseObjectClass: z.nullable(text()),
    leafObjectClass: z.nullable(text()),
    /** Absent where only the metadata was asked for. */
    val: anyJson,
    wbUserId: z.nullable(text()),
    sizeBytes: maybe(integer()),
    tags: list(text()),
    aliases: list(text()),
  },
  { aliases: { wb_user_id: "svc_user_id" } },
);
export type StoredObject = z.output<typeof StoredObject>;

const shared = { group: "project", method: "POST", auth: ANY_CREDENTIAL } as const;

export const createObject = endpoint({
  ...shared,
  operationId: "createObject",
  summary: "Store a new version of an object",
  description:
    "A version is named by the digest of its value, so storing the same value again creates no new version. With `builtin_object_class` the value is checked against that class.",
  path: "/obj/create",
  needs: "objects:write",
  projectAt: "{obj.projectId}",
  createsProject: true,
  maxBodyBytes: BATCH_BODY_BYTES,
  idempotent: true,
  input: {
    body: wireObject({
      obj: wireObject(
        {
          projectId,
          objectId: newObjectId,
          val: z.unknown(),
          builtinObjectClass: maybe(identifier()),
          /** The name that the caller's own digest function gives the value; kept instead of ours. */
          expectedDigest: maybe(digest),
          wbUserId: maybe(anyJson),
        },
        { aliases: { wb_user_id: "svc_user_id" } },
      ),
    }),
  },
  reply: wireObject({ digest: text(), objectId: text() }),
  example: {
    obj: {
      project_id: "local/playground",
      object_id: "helpful",
      builtin_object_class: "AnnotationSpec",
      val: EXAMPLE_SPEC,
    },
  },
});

export const readObject = endpoint({
  ...shared,
  operationId: "readObject",
  summary: "Read one version of an object",
  path: "/obj/read",
  needs: "objects:read",
  statuses: [404],
  input: {
    body: wireObject({
      projectId,
      objectId: identifier(),
      /** A digest, `latest`, or `v` and the number of a version. */
      digest: identifier(),
      metadataOnly: maybe(bool),
      includeTagsAndAliases: maybe(bool),
    }),
  },
  reply: wireObject({ obj: StoredObject }),
  example: { project_id: "local/playground", object_id: "helpful", digest: "latest" },
});

export const queryObjects = endpoint({
  ...shared,
  operationId: "queryObjects",
  summary: "List versions of objects",
  description: "Oldest first unless `sort_by` says otherwise.",
  path: "/objs/query",
  needs: "objects:read",
  input: {
    body: wireObject({
      projectId,
      filter: maybe(
        wireObject({
          baseObjectClasses: names,
          excludeBaseObjectClasses: names,
          leafObjectClasses: names,
          objectIds: names,
          isOp: maybe(bool),
          latestOnly: maybe(bool),
          tags: names,
          aliases: names,
        }),
      ),
      sortBy: maybe(
        list(
          wireObject({
            field: oneOf(["object_id", "created_at"]),
            direction: sortDirection,
          }),
          { max: 20 },
        ),
      ),
      limit: maybe(integer({ min: 0 })),
      offset: maybe(integer({ min: 0 })),
      metadataOnly: maybe(bool),
      includeStorageSize: maybe(bool),
      includeTagsAndAliases: maybe(bool),
    }),
  },
  reply: wireObject({ objs: list(StoredObject) }),
  example: {
    project_id: "local/playground",
    filter: { base_object_classes: ["AnnotationSpec"], latest_only: true },
  },
});

export const deleteObject = endpoint({
  ...shared,
  operationId: "deleteObject",
  summary: "Delete versions of an object",
  description:
    "Without `digests`, deletes every version. Feedback that refers to them is kept. A version that an annotation queue asks (`scorer_refs`) is a 409 `in_use` that names the queues.",
  path: "/obj/delete",
  needs: "objects:write",
  statuses: [404, 409],
  input: {
    body: wireObject({
      projectId,
      objectId: identifier(),
      digests: maybe(list(identifier(), { max: 1000 })),
    }),
  },
  reply: wireObject({ numDeleted: integer() }),
  example: { project_id: "local/playground", object_id: "helpful" },
});
