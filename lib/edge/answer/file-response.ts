import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { NotFound } from "#lib/platform/errors.ts";
import { type FileDownload, StreamDownload } from "#lib/platform/file-download.ts";
import { log } from "#lib/platform/log.ts";
import { lengthHeaders } from "./known-length.ts";

/** Sends a file as fast as its reader takes it. Browsers keep it and never show it, whatever it holds. */
export async function fileResponse(
  file: FileDownload | StreamDownload,
  mediaType: string,
): Promise<Response> {
  if (file instanceof StreamDownload) {
    const length = file.bytes === undefined ? {} : lengthHeaders(file.bytes);
    return new Response(bodyOf(file), { headers: { ...headersOf(file, mediaType), ...length } });
  }
  const { path, filename } = file;
  const handle = await open(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new NotFound(`The content of ${filename} no longer exists`);
    throw error;
  });
  const { size } = await handle.stat();
  // The two names of the one class differ in declarations alone.
  const body = Readable.toWeb(handle.createReadStream()) as NodeReadableStream as unknown as ReadableStream;
  return new Response(body, {
    headers: { ...headersOf(file, mediaType), ...lengthHeaders(size) },
  });
}

function headersOf({ filename }: { filename: string }, mediaType: string): Record<string, string> {
  return {
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeRfc8187(filename)}`,
  };
}

/** Parts are made only as fast as the reader takes them. */
function bodyOf({ parts, filename }: StreamDownload): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let hasLeft = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await iterator.next();
        // A reader who left while waiting for a part is not an error.
        if (hasLeft) return;
        if (next.done) controller.close();
        else controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
      } catch (error) {
        log.error({ err: error, filename }, "a download was aborted");
        controller.error(error);
      }
    },
    async cancel() {
      hasLeft = true;
      await iterator.return?.();
    },
  });
}

/** Also encodes the characters that `encodeURIComponent` leaves, but that have a meaning in a header. */
function encodeRfc8187(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
