import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { NotFound } from "#lib/errors.ts";
import type { FileDownload } from "#lib/file-download.ts";

/** Sends a file as fast as its reader takes it. Browsers keep it and never show it, whatever it holds. */
export async function fileResponse({ path, filename }: FileDownload, mediaType: string): Promise<Response> {
  const handle = await open(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new NotFound(`The content of ${filename} is no longer there`);
    throw error;
  });
  const { size } = await handle.stat();
  // The two names of the one class differ in declarations alone.
  const body = Readable.toWeb(handle.createReadStream()) as NodeReadableStream as unknown as ReadableStream;
  return new Response(body, {
    headers: {
      "Content-Type": mediaType,
      "Content-Length": String(size),
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeRfc8187(filename)}`,
    },
  });
}

/** `encodeURIComponent` leaves a few signs alone that stand for themselves only outside of a header. */
function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
