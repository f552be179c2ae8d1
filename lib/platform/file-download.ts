/** The answer of a verb whose endpoint downloads: a file on disk, and its name for the receiver. */
export class FileDownload {
  /** Absolute. */
  readonly path: string;
  readonly filename: string;

  constructor(path: string, filename: string) {
    this.path = path;
    this.filename = filename;
  }
}

/**
 * As `FileDownload`, for a file that is made while it is sent, of so many bytes where that is known. If the reader leaves, the iterable is ended; an
 * error in it aborts the answer.
 */
export class StreamDownload {
  readonly parts: AsyncIterable<string | Uint8Array>;
  readonly filename: string;
  readonly bytes: number | undefined;

  constructor(parts: AsyncIterable<string | Uint8Array>, filename: string, bytes?: number) {
    this.parts = parts;
    this.filename = filename;
    this.bytes = bytes;
  }
}

/** A file that is all in memory. */
export function wholeDownload(parts: Iterable<Uint8Array>, filename: string): StreamDownload {
  const all = [...parts];
  const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return new StreamDownload(inTurn(all), filename, bytes);
}

async function* inTurn(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
