import * as z from "#lib/contract/zod.ts";
import { asOurError } from "#lib/platform/db/database-error.ts";
import { log } from "#lib/platform/log.ts";
import { requestIdOf } from "./request-id.ts";

/** Lines are gathered to about this many characters before they are written. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Streams one JSON object a line. The first chunk is drawn before the answer, so that a fault until then has a status. Lines are drawn
 * only as fast as the reader takes them; a fault on the way aborts the body, so that it can never pass for a complete one; and a reader who
 * leaves ends the iterable.
 */
export async function ndjsonResponse(
  lines: AsyncIterable<unknown>,
  line: z.Schema,
  request: Request,
): Promise<Response> {
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let hasLeft = false;
  let drawn: Chunk | null = await nextChunk(iterator, line).catch(async (error: unknown) => {
    // A line that cannot be written leaves the iterable open, and with it a connection of the database.
    await iterator.return?.();
    throw error;
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { text, done } = drawn ?? (await nextChunk(iterator, line));
        drawn = null;
        // A reader who left while waiting for rows is not an error.
        if (hasLeft) return;
        if (text !== "") controller.enqueue(encoder.encode(text));
        if (done) controller.close();
      } catch (error) {
        // A refusal in mid-stream, for example because too many requests wait for the database, is not an internal error.
        const requestId = requestIdOf(request);
        log[asOurError(error) ? "warn" : "error"]({ requestId, err: error }, "a stream was aborted");
        controller.error(error);
        await iterator.return?.();
      }
    },
    async cancel() {
      hasLeft = true;
      await iterator.return?.();
    },
  });
  const type = /application\/jsonl/.test(request.headers.get("accept") ?? "")
    ? "application/jsonl"
    : "application/x-ndjson";
  return new Response(body, { headers: { "Content-Type": type } });
}

type Chunk = { text: string; done: boolean };

async function nextChunk(iterator: AsyncIterator<unknown>, line: z.Schema): Promise<Chunk> {
  let text = "";
  while (text.length < CHUNK_CHARACTERS) {
    const next = await iterator.next();
    if (next.done) return { text, done: true };
    text += `${JSON.stringify(z.encode(line, next.value))}\n`;
  }
  return { text, done: false };
}
