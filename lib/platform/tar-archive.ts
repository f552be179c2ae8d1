/** A file of an archive; its path may have folders, and has at most 100 bytes. */
export type TarFile = { path: string; content: Uint8Array };

const BLOCK = 512;

/** The files as an archive of POSIX tar (ustar), a part at a time. */
export function* tarArchive(files: readonly TarFile[], modifiedAt: Date): Generator<Uint8Array> {
  for (const { path, content } of files) {
    yield tarHeader(path, content.byteLength, modifiedAt);
    yield content;
    yield new Uint8Array((BLOCK - (content.byteLength % BLOCK)) % BLOCK);
  }
  // Two empty blocks are the end.
  yield new Uint8Array(2 * BLOCK);
}

function tarHeader(path: string, size: number, modifiedAt: Date): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  header.write(path, 0, 100);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 12), 136);
  // The sum counts its own place as spaces.
  header.fill(" ", 148, 156);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)}\u0000 `, 148);
  return header;
}
