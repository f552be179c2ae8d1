/** What the verb of an endpoint that downloads answers: a file on the disk, and what it is called where it goes. */
export class FileDownload {
  /** Absolute. */
  readonly path: string;
  readonly filename: string;

  constructor(path: string, filename: string) {
    this.path = path;
    this.filename = filename;
  }
}
