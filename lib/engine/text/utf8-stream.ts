/** Turns bytes that come piece by piece into text, never a part of a character. */
export type Utf8Stream = {
  /** The text that these bytes complete; bytes that can be no text become U+FFFD as soon as that is certain. */
  push(bytes: Uint8Array): string;
  /** The rest at the end: U+FFFD for an incomplete character. */
  flush(): string;
};

export function utf8Stream(): Utf8Stream {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    push: (bytes) => decoder.decode(bytes, { stream: true }),
    flush: () => decoder.decode(),
  };
}
