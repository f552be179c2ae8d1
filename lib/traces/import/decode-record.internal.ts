/** No batch of calls can hold more than this. */
export const MAX_RECORD_BYTES = 32 * 1024 * 1024;

export type Read = { text: string; reason?: undefined } | { text: null; reason: string };

export function tooLong(length: number): Read {
  return { text: null, reason: `it is ${length} bytes long; at most ${MAX_RECORD_BYTES} are read` };
}

export function decoded(bytes: Uint8Array): Read {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim() };
  } catch {
    return { text: null, reason: "it is not UTF-8" };
  }
}
