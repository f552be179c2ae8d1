import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { type Entry, openPromise } from "yauzl";
import { holdsNoRows } from "#lib/datasets/import/no-rows.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type DataFile, formOf } from "./data-file.ts";

/** As large as a file may be that comes as it is. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 200;
/** What people pack again and again is no data. */
const MAX_DEPTH = 3;

/**
 * Hands on the files with rows: those that came, and what archives among them (zip, tar, gzip) hold, such as a folder of the Hugging Face Hub. Other
 * files of an archive are passed over. Throws `Rejected` for an archive that cannot be read.
 */
export async function withUnpacked<T>(
  files: readonly DataFile[],
  use: (files: readonly DataFile[]) => Promise<T>,
): Promise<T> {
  const unpacking = new Unpacking();
  try {
    const found: DataFile[] = [];
    for (const file of files) found.push(...(await unpacking.open(file, 0)));
    return await use(found);
  } finally {
    for (const path of unpacking.made) await rm(path, { force: true });
  }
}

class Unpacking {
  /** Files next to those that were sent. */
  readonly made: string[] = [];
  #bytes = 0;

  async open(file: DataFile, depth: number): Promise<DataFile[]> {
    const form = await formOf(file);
    if (form !== "zip" && form !== "tar" && form !== "gzip") return [file];
    if (depth === MAX_DEPTH) throw new Rejected(`${file.name} is packed more than ${MAX_DEPTH} times`);
    try {
      const unpacked = await this.#unpack(form, file);
      const opened: DataFile[] = [];
      const archive = file.archive ?? file.name;
      for (const one of unpacked) opened.push(...(await this.open({ ...one, archive }, depth + 1)));
      if (opened.length > 0) return opened;
    } catch (error) {
      if (error instanceof Rejected) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Rejected(`the archive ${file.name} cannot be read: ${why.slice(0, 200)}`);
    }
    throw new Rejected(`the archive ${file.name} has no files of rows (.jsonl, .csv, .tsv or .parquet)`);
  }

  #unpack(form: "zip" | "tar" | "gzip", file: DataFile): Promise<DataFile[]> {
    if (form === "zip") return this.#unzip(file);
    return form === "tar" ? this.#untar(file) : this.#gunzip(file);
  }

  async #gunzip({ path, name }: DataFile): Promise<DataFile[]> {
    const inner = name.replace(/\.gz$/i, "").replace(/\.tgz$/i, ".tar");
    return [await this.#keep(createReadStream(path).pipe(createGunzip()), { beside: path, name: inner })];
  }

  async #untar({ path }: DataFile): Promise<DataFile[]> {
    const found: DataFile[] = [];
    const archive = createReadStream(path).pipe(extract());
    for await (const entry of archive) {
      const { name, type } = entry.header;
      if (type === "file" && isData(name)) found.push(await this.#keep(entry, { beside: path, name }));
      else entry.resume();
    }
    return found;
  }

  async #unzip({ path }: DataFile): Promise<DataFile[]> {
    const archive = await openPromise(path);
    const found: DataFile[] = [];
    try {
      for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
        const name = entry.fileName;
        if (!isData(name)) continue;
        const content = await archive.openReadStreamPromise(entry);
        found.push(await this.#keep(content, { beside: path, name }));
      }
    } finally {
      archive.close();
    }
    return found;
  }

  /** Names of an archive are shown and never used as paths. */
  async #keep(
    content: AsyncIterable<unknown>,
    { beside, name }: { beside: string; name: string },
  ): Promise<DataFile> {
    if (this.made.length >= MAX_FILES)
      throw new Rejected(`there are more than ${MAX_FILES} files of rows; join them`);
    const path = `${beside}.${this.made.length}`;
    this.made.push(path);
    await pipeline(
      Readable.from(content),
      this.#counted(),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
    return { path, name };
  }

  #counted(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#bytes += chunk.length;
        if (this.#bytes <= MAX_BYTES) done(null, chunk);
        else done(new Rejected(`the files are larger than ${MAX_BYTES} bytes when they are unpacked`));
      },
    });
  }
}

function isData(name: string): boolean {
  if (holdsNoRows(name)) return false;
  return /\.(jsonl|ndjson|json|csv|tsv|parquet)(\.gz)?$/i.test(name);
}
