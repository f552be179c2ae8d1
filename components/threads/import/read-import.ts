import type { ImportedCall } from "#lib/traces/import/conversation-calls.ts";
import { type Found, FoundCount, placeOf } from "#lib/traces/import/files/import-chunks.ts";
import { readFile } from "#lib/traces/import/files/read-file.ts";
import { WrongFile } from "#lib/traces/import/wrong-file.ts";

export type LeftOut = { place: string; reason: string };

/** What files hold, before anything is sent. */
export type ImportPreview = {
  files: readonly File[];
  found: Found;
  /** The first conversations. */
  samples: readonly (readonly ImportedCall[])[];
  /** The first records and files that cannot be read; all of them are counted. */
  leftOut: readonly LeftOut[];
  leftOutCount: number;
};

const SAMPLES = 3;
const MAX_LEFT_OUT = 100;
/** The page stays usable: work is cut after so long. */
const MAX_WORK_MS = 12;

/** Reads files through and keeps no more of them than is shown. */
export async function readImport(
  files: readonly File[],
  { onProgress, signal }: { onProgress: (bytesRead: number) => void; signal: AbortSignal },
): Promise<ImportPreview> {
  const count = new FoundCount();
  const samples: (readonly ImportedCall[])[] = [];
  const leftOut: LeftOut[] = [];
  let leftOutCount = 0;
  const leave = (one: LeftOut) => {
    leftOutCount += 1;
    if (leftOut.length < MAX_LEFT_OUT) leftOut.push(one);
  };
  const rest = pauses();
  let readBefore = 0;
  for (const file of files) {
    const name = nameAmong(file, files);
    try {
      for await (const record of readFile(file)) {
        signal.throwIfAborted();
        count.add(record);
        if (record.calls === null) leave({ place: placeOf(record, name), reason: record.reason });
        else if (samples.length < SAMPLES && record.calls.some(isTurn)) samples.push(record.calls);
        onProgress(readBefore + record.bytesRead);
        await rest();
      }
    } catch (error) {
      if (!(error instanceof WrongFile)) throw error;
      leave({ place: file.name, reason: error.message });
    }
    readBefore += file.size;
  }
  return { files, found: count.found, samples, leftOut, leftOutCount };
}

function isTurn({ id, turnId }: ImportedCall): boolean {
  return id === turnId;
}

/** A file is named where it is one of several. */
export function nameAmong(file: File, files: readonly File[]): string | undefined {
  return files.length > 1 ? file.name : undefined;
}

/** A function to await between pieces of work: now and then it lets the page do its own. */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_WORK_MS) return;
    return letPageWork().then(() => {
      since = performance.now();
    });
  };
}

/** As a timer of no time would, which in the background waits for a second. */
function letPageWork(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
