import { log } from "#lib/platform/log.ts";
import { noteEarlierThreads as noteThreads } from "#lib/traces/threads/note-earlier-threads.ts";
import type { Duty } from "./duty.ts";

/** Has summaries of an earlier version folded again, a few at a time and while nothing else waits to be folded. */
export const noteEarlierThreads: Duty = {
  name: "note-earlier-threads",
  everyMs: 300,
  // Shorter than that of the others: it also rests while other threads wait to be folded.
  restMs: 2_000,
  run: async (db) => {
    const threads = await noteThreads(db);
    if (threads > 0) log.debug({ threads }, "summaries of an earlier version noted");
    return threads > 0;
  },
};
