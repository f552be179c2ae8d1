import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import { anyJson, bool, dict, identifier, integer, list, projectId, text } from "#lib/contract/fields.ts";
import { sortDirection } from "#lib/contract/query.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** A table with more rows is refused, however it comes about. */
export const MAX_TABLE_ROWS = 1_000_000;

const DIGEST = /^[\w-]+$/;
const digest = identifier(128).check(
  refuseUnless((name) => DIGEST.test(name), { type: "string_pattern_mismatch", text: "^[\\w-]+$" }),
);
/** A place in a table, from 0. */
const index = integer({ min: 0, max: MAX_TABLE_ROWS });

/** A row where it stands in a table. */
export const PlacedRow = wireObject({
  digest: text(),
  val: anyJson,
  /** Its place in the table from 0, whatever the order of the answer. */
  originalIndex: integer(),
});
export type PlacedRow = z.output<typeof PlacedRow>;

const shared = { group: "project", method: "POST", auth: ANY_CREDENTIAL } as const;
const writing = {
  ...shared,
  needs: "objects:write",
  createsProject: true,
  maxBodyBytes: BATCH_BODY_BYTES,
} as const;
const reading = { ...shared, needs: "objects:read", statuses: [404] } as const;

const EXAMPLE_DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const EXAMPLE_TABLE = { project_id: "local/playground", digest: EXAMPLE_DIGEST };

export const createTable = endpoint({
  ...writing,
  operationId: "createTable",
  summary: "Store a table of rows",
  description:
    "Rows are named by the digests of their values, and the table by those of its rows, in order. The same rows are the same table.",
  path: "/table/create",
  projectAt: "{table.projectId}",
  input: {
    body: wireObject({
      table: wireObject({
        projectId,
        rows: list(dict, { max: MAX_TABLE_ROWS }),
        /** The name that the caller's own digest function gives the table; kept instead of ours. */
        expectedDigest: maybe(digest),
      }),
    }),
  },
  reply: wireObject({ digest: text(), rowDigests: list(text()) }),
  example: {
    table: {
      project_id: "local/playground",
      rows: [{ question: "Where is my parcel?", expected: "It arrives tomorrow." }],
    },
  },
});

export const updateTable = endpoint({
  ...writing,
  operationId: "updateTable",
  summary: "Store a changed copy of a table",
  description:
    "Changes are applied in order; each is one of `append`, `pop` and `insert`. The original table does not change.",
  path: "/table/update",
  statuses: [404],
  input: {
    body: wireObject({
      projectId,
      baseDigest: digest,
      updates: list(
        wireObject({
          append: maybe(wireObject({ row: dict })),
          pop: maybe(wireObject({ index })),
          insert: maybe(wireObject({ index, row: dict })),
        }),
        { max: MAX_TABLE_ROWS },
      ),
    }),
  },
  reply: wireObject({
    digest: text(),
    /** Of the rows that came or went, one for each change. */
    updatedRowDigests: list(text()),
  }),
  example: {
    project_id: "local/playground",
    base_digest: EXAMPLE_DIGEST,
    updates: [{ append: { row: { question: "Can I change the address?" } } }],
  },
});

export const createTableFromDigests = endpoint({
  ...writing,
  operationId: "createTableFromDigests",
  summary: "Store a table of rows that are already stored",
  description:
    "For tables that are too large for one request: their rows come as several small tables first.",
  path: "/table/create_from_digests",
  input: {
    body: wireObject({
      projectId,
      rowDigests: list(digest, { max: MAX_TABLE_ROWS }),
      expectedDigest: maybe(digest),
    }),
  },
  reply: wireObject({ digest: text() }),
  example: {
    project_id: "local/playground",
    row_digests: ["bZ5oYzRiLXWj3yTmgI0dDlz4dB0xmbQRrVRWAXyvtfA"],
  },
});

/** Which rows of a table, and in what order; in that of the table where `sortBy` names none. */
const ROWS_WANTED = {
  projectId,
  digest,
  filter: maybe(wireObject({ rowDigests: maybe(list(digest, { max: 10_000 })) })),
  limit: maybe(integer({ min: 0 })),
  offset: maybe(integer({ min: 0 })),
  /** Fields are dotted paths below the row's value. */
  sortBy: maybe(list(wireObject({ field: identifier(512), direction: sortDirection }), { max: 20 })),
};

export const queryTable = endpoint({
  ...reading,
  operationId: "queryTable",
  summary: "Read rows of a table",
  path: "/table/query",
  input: { body: wireObject(ROWS_WANTED) },
  reply: wireObject({ rows: list(PlacedRow) }),
  example: { ...EXAMPLE_TABLE, limit: 100, offset: 0 },
});

export const streamTable = endpoint({
  ...reading,
  operationId: "streamTable",
  summary: "Read rows of a table, one per line",
  path: "/table/query_stream",
  input: { body: wireObject(ROWS_WANTED) },
  reply: PlacedRow,
  streams: true,
  example: EXAMPLE_TABLE,
});

export const getTableStats = endpoint({
  ...reading,
  operationId: "getTableStats",
  summary: "Count the rows of a table",
  path: "/table/query_stats",
  input: { body: wireObject({ projectId, digest }) },
  reply: wireObject({ count: integer() }),
  example: EXAMPLE_TABLE,
});

export const getTableStatsBatch = endpoint({
  ...shared,
  needs: "objects:read",
  operationId: "getTableStatsBatch",
  summary: "Count the rows of several tables",
  description: "Tables that do not exist are left out.",
  path: "/table/query_stats_batch",
  input: {
    body: wireObject({
      projectId,
      digests: maybe(list(digest, { max: 1000 })),
      includeStorageSize: maybe(bool),
    }),
  },
  reply: wireObject({
    tables: list(
      wireObject({
        digest: text(),
        count: integer(),
        /** Of the rows' values as JSON; only where it was asked for. */
        storageSizeBytes: maybe(integer()),
      }),
    ),
  }),
  example: { project_id: "local/playground", digests: [EXAMPLE_DIGEST], include_storage_size: true },
});
