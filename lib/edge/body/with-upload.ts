import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { ReceivedFile } from "#lib/access/context.ts";
import { SpindleError, Unavailable, Unreadable, UnsupportedMediaType } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { arrivingPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { refuseEncoded } from "./read-body.ts";
import { tooLarge } from "./too-large.ts";

/** A form that was read to its end. */
export type Upload = {
  readonly fields: Readonly<Record<string, string>>;
  /** The part called `file`, the first of several, or null. */
  readonly file: ReceivedFile | null;
  /** All parts called `file`, in their order. */
  readonly files: readonly ReceivedFile[];
};
type Limits = {
  maxBytes: number;
  /** How many parts may be called `file`; one where absent. */
  maxFiles?: number;
};

const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FILENAME = 255;

/**
 * Reads a form whose parts `file` go straight to the disk, hands them to `work`, and removes each afterwards where `work` has not
 * moved it. Fields and files may come in any order.
 */
export async function withUpload<T>(
  request: Request,
  { maxBytes, maxFiles = 1 }: Limits,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  refuseEncoded(request.headers);
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new UnsupportedMediaType("Unsupported Media Type; send the file as multipart/form-data");
  const boundary = boundaryIn(type);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const path = await preparedPath(arrivingPath(newId()));
  const paths = Array.from({ length: maxFiles }, (_, index) => (index === 0 ? path : `${path}-${index}`));
  try {
    return await work(await receive(request, { boundary, maxBytes, paths }));
  } finally {
    for (const one of paths) await rm(one, { force: true });
  }
}

/** The boundary between the parts, by RFC 2046. A form with an empty one would never end. */
function boundaryIn(type: string): string {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw new Unreadable("The Content-Type has no boundary; let the HTTP client set it");
  return boundary;
}

const BOUNDARY =
  /;\s*boundary=(?:"([\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?])"|([\w'()+,\-./:=?*!#$%&^`|~]{1,70}))\s*(?:;|$)/i;

/** `paths` are where files go, one each. */
type Arrival = { boundary: string; maxBytes: number; paths: readonly string[] };

async function receive(request: Request, { boundary, maxBytes, paths }: Arrival): Promise<Upload> {
  const form = new FormReader(boundary, paths);
  // The two names of the one class differ in declarations alone.
  const body = Readable.fromWeb((request.body ?? new Blob([]).stream()) as NodeReadableStream);
  try {
    await pipeline(body, atMost(maxBytes), form.sink);
    return await form.finish();
  } catch (error) {
    await form.abandon();
    throw asRefusal(error);
  }
}

/** An error of reading a form, as the sender sees it. */
function asRefusal(error: unknown): unknown {
  if (error instanceof SpindleError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (["ENOSPC", "EDQUOT"].includes(code)) return new Unavailable("Insufficient storage");
  if (["EACCES", "EIO", "EMFILE", "ENFILE", "EROFS"].includes(code)) return error;
  return new Unreadable("There was an error parsing the body; send a complete form as multipart/form-data");
}

/** Passes bytes on until there are more than `maxBytes`, whatever length was declared. */
function atMost(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
}

/** Gathers the fields and writes the files. */
class FormReader {
  readonly sink: BusboyInstance;
  readonly #paths: readonly string[];
  readonly #fields = new Map<string, string>();
  readonly #streams: BusboyFileStream[] = [];
  readonly #files: Promise<ReceivedFile>[] = [];
  #fault: SpindleError | null = null;

  constructor(boundary: string, paths: readonly string[]) {
    this.#paths = paths;
    this.sink = openForm(boundary);
    this.sink.on("file", (name, stream, filename) => this.#takeFile(name, stream, filename));
    this.sink.on("field", (name, value, _, isCut) => this.#takeField(name, value, isCut));
    for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const)
      this.sink.on(limit, () => {
        this.#fault ??= new Unreadable(
          `The form has more than ${MAX_FIELDS} parts; send only the documented fields`,
        );
      });
  }

  async finish(): Promise<Upload> {
    const files = await Promise.all(this.#files);
    if (this.#fault) throw this.#fault;
    return { fields: Object.fromEntries(this.#fields), file: files[0] ?? null, files };
  }

  /** Ends the writing, and waits until it has ended. A form that breaks off leaves its file's stream open. */
  async abandon(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    await Promise.allSettled(this.#files);
  }

  #takeFile(name: string, stream: BusboyFileStream, filename: string): void {
    const path = this.#paths[this.#files.length];
    if (name === "file" && path !== undefined) {
      this.#streams.push(stream.on("error", () => undefined));
      const file = writeFile(stream, path, filename);
      // It is awaited when the form has ended; until then a failure must not count as unhandled.
      file.catch((error: unknown) => this.sink.destroy(error instanceof Error ? error : undefined));
      this.#files.push(file);
      return;
    }
    if (name === "file")
      this.#fault ??= invalidAt(["body", "file"], {
        type: "value_error",
        text:
          this.#paths.length === 1 ? "send one file per request" : `send at most ${this.#paths.length} files`,
      });
    stream.on("error", () => undefined).resume();
  }

  #takeField(name: string, value: string, isCut: boolean): void {
    if (isCut) this.#fault ??= invalidAt(["body", name], { type: "string_too_long", bound: MAX_FIELD_BYTES });
    this.#fields.set(name, value);
  }
}

function openForm(boundary: string): BusboyInstance {
  const limits = { fields: MAX_FIELDS, parts: MAX_FIELDS, files: 20, fieldSize: MAX_FIELD_BYTES };
  const type = `multipart/form-data; boundary="${boundary}"`;
  return new Busboy({ headers: { "content-type": type }, limits });
}

async function writeFile(stream: BusboyFileStream, path: string, filename: string): Promise<ReceivedFile> {
  const handle = await open(path, "wx", 0o600);
  try {
    const written = await writeAll(stream, handle);
    await handle.sync();
    return { path, filename: fitFilename(filename), ...written };
  } finally {
    await handle.close();
  }
}

async function writeAll(
  stream: BusboyFileStream,
  handle: FileHandle,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of stream) {
    // A file stream without encoding gives buffers.
    const bytes = chunk as Buffer;
    hash.update(bytes);
    sizeBytes += bytes.length;
    await handle.writeFile(bytes);
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

/** A name to show; files on the disk are never called by it. Browsers write quotation marks and ends of lines in it as `%22`, `%0D` and `%0A`, and nothing else so. */
function fitFilename(filename: string | undefined): string {
  const written = (filename ?? "").replaceAll("%22", '"').replace(/%0[DA]/g, "");
  const visible = storableText(written).replace(/\p{Cc}/gu, "");
  return [...visible].slice(0, MAX_FILENAME).join("") || "file";
}
