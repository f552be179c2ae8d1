import { endpoint, MIB } from "#lib/contract/endpoint.ts";
import {
  bool,
  bytes,
  dictOf,
  identifier,
  integer,
  label,
  oneOf,
  projectId,
  storable,
  text,
} from "#lib/contract/fields.ts";
import { orderOr, PAGE_QUERY, pageOf } from "#lib/contract/paging.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** What a file is for; the service reads files of training rows alone. */
export const FILE_PURPOSES = ["fine-tune"] as const;

/** What the rows of a file are for, as datasets call it: conversations, pairs, replies that are good or bad, rewarded replies, prompts. */
export const FILE_KINDS = ["sft", "preference", "kto", "reward", "prompts"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** `<entity>/<project>/<name>` */
const artifactPath = storable(text({ max: 386 }).check(z.regex(/^[^/\s]+\/[^/\s]+\/[^/:@\s]{1,128}$/)));

/** So many parts of a form may be files of rows. */
export const MAX_IMPORTED_FILES = 10;

/** What the columns of a table of separated values are: `{"prompt": "Question", "completion": "Answer"}`, as JSON. */
export const columnsText = text({ max: 20_000 });

export const UploadedFile = wireObject({
  id: text(),
  object: oneOf(["file"]),
  bytes: integer(),
  /** Seconds since 1970. */
  createdAt: integer(),
  filename: text(),
  purpose: text(),
  status: oneOf(["processed"]),
  projectId: text(),
  sha256: text(),
  /** Conversations, one per line. */
  rows: integer(),
  /** Messages by role. */
  roles: dictOf(integer()),
  /** What its rows are for; null where it was uploaded before this was kept. */
  kind: z.nullable(oneOf(FILE_KINDS)),
  /** Of all conversations as the base model's template writes them. */
  tokenCount: integer(),
  /** The file was so large that the count was extrapolated from its beginning. */
  isTokenCountEstimated: bool,
  /** `<entity>/<project>/<name>` where it was uploaded as a version of an artifact. */
  artifact: z.nullable(text()),
  artifactVersion: z.nullable(integer()),
  /** What a training job names it by. */
  trainingDataUrl: text(),
});
export type UploadedFile = z.output<typeof UploadedFile>;

const FILE_PATH = wireObject({ fileId: identifier() });
const EXAMPLE_FILE = { file_id: "019a5b31-77aa-7c20-9b3d-5e6f70819203" };

const shared = { group: "training", auth: ["bearer", "session"], projectAt: "verb" } as const;

export const createFile = endpoint({
  ...shared,
  operationId: "createFile",
  summary: "Uploads a file of conversations, preferences or prompts",
  description:
    "One JSON object per line, with `messages` and, if the conversation has them, `tools`, or with the replies that a preference job compares, in any form that it reads, or with a `prompt` and, where it is known, a `reference`, for datasets of prompts; one form in a file; or a table of Apache Parquet with these columns, a table of separated values (`.csv` or `.tsv`, whose columns `columns` says, or their names), a zip or tar of such files, or several of them, which are kept as lines in one file. Every line is checked, and errors name their lines. Tokens are counted for `base_model`. With `artifact`, each upload is a new version of it, starting at `v0`, and a training job can name it as `wandb-artifact:///<entity>/<project>/<name>:v0`. Without `project_id` and `artifact`, the file goes to the only project that the caller may write to.",
  method: "POST",
  path: "/v1/files",
  needs: "models:write",
  upload: true,
  maxFiles: MAX_IMPORTED_FILES,
  input: {
    body: wireObject({
      purpose: oneOf(FILE_PURPOSES),
      projectId: maybe(projectId),
      artifact: maybe(artifactPath),
      baseModel: maybe(identifier(257)),
      columns: maybe(columnsText),
    }),
  },
  reply: UploadedFile,
  maxBodyBytes: 512 * MIB,
  example: {
    purpose: "fine-tune",
    project_id: "acme/support",
    base_model: "spindle-mini",
    file: '{"messages":[{"role":"user","content":"Where is my parcel?"},{"role":"assistant","content":"On its way."}]}\n',
  },
});

export const listFiles = endpoint({
  ...shared,
  operationId: "listFiles",
  summary: "Lists uploaded files, newest first",
  description: "Of one project, or of all projects that the caller may read.",
  method: "GET",
  path: "/v1/files",
  needs: "models:read",
  input: {
    query: wireObject({
      projectId: maybe(projectId),
      purpose: maybe(label(64)),
      order: orderOr("desc"),
      ...PAGE_QUERY,
    }),
  },
  reply: pageOf(UploadedFile),
  example: { project_id: "acme/support", limit: 20 },
});

export const getFile = endpoint({
  ...shared,
  operationId: "getFile",
  summary: "Reads the details of an uploaded file",
  method: "GET",
  path: "/v1/files/{file_id}",
  needs: "models:read",
  input: { params: FILE_PATH },
  reply: UploadedFile,
  statuses: [404],
  example: EXAMPLE_FILE,
});

export const getFileContent = endpoint({
  ...shared,
  operationId: "getFileContent",
  summary: "Downloads an uploaded file",
  method: "GET",
  path: "/v1/files/{file_id}/content",
  needs: "models:read",
  input: { params: FILE_PATH },
  reply: bytes,
  downloads: "application/jsonl",
  statuses: [404],
  example: EXAMPLE_FILE,
});

export const deleteFile = endpoint({
  ...shared,
  operationId: "deleteFile",
  summary: "Deletes an uploaded file",
  description:
    "A file in use by an unfinished job is 409: cancel the job first. Deleting again gives the same response.",
  method: "DELETE",
  path: "/v1/files/{file_id}",
  needs: "models:write",
  input: { params: FILE_PATH },
  reply: wireObject({ id: text(), object: oneOf(["file"]), deleted: bool }),
  statuses: [404, 409],
  example: EXAMPLE_FILE,
});
