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

/** As `FileDownload`, for a file that is made while it is sent. If the reader leaves, the iterable is ended; an error in it aborts the answer. */
export class StreamDownload {
  readonly parts: AsyncIterable<string | Uint8Array>;
  readonly filename: string;

  constructor(parts: AsyncIterable<string | Uint8Array>, filename: string) {
    this.parts = parts;
    this.filename = filename;
  }
}
