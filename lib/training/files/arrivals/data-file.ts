import { open } from "node:fs/promises";

/** A file with rows, on the disk for as long as its request. */
export type DataFile = {
  path: string;
  /** As its sender calls it, with the folders of its archive. */
  name: string;
  /** What the archive is called that it came in. */
  archive?: string;
};

export type FileForm = "parquet" | "zip" | "gzip" | "tar" | "csv" | "lines";

const HEAD_BYTES = 512;

/** What a file is by its first bytes, or by its name where text has no mark. */
export async function formOf({ path, name }: DataFile): Promise<FileForm> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1");
    if (head.startsWith("PAR1")) return "parquet";
    if (head.startsWith("PK\u0003\u0004")) return "zip";
    if (head.startsWith("\u001f\u008b")) return "gzip";
    if (head.slice(257, 262) === "ustar") return "tar";
  } finally {
    await file.close();
  }
  return /\.(csv|tsv)$/i.test(name) ? "csv" : "lines";
}
