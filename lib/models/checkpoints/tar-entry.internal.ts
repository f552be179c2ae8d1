const BLOCK_BYTES = 512;
/** Sizes from here on do not fit eleven octal digits, and are written in binary, as GNU and BSD tar do. */
const FIRST_TOO_LARGE = 8 ** 11;
const MAX_NAME_BYTES = 100;

/** The header of a file in a tar archive (POSIX ustar). `name` has at most 100 bytes. */
export function tarHeader({ name, sizeBytes, modifiedAt }: TarEntry): Uint8Array {
  const header = Buffer.alloc(BLOCK_BYTES);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw new Error(`'${name}' has more than ${MAX_NAME_BYTES} bytes; shorten it`);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  writeSize(header, sizeBytes);
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136);
  // The sum is taken as though its own field held spaces.
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

type TarEntry = { readonly name: string; readonly sizeBytes: number; readonly modifiedAt: Date };

/** The zeros after a file's bytes, up to the next whole block. */
export function tarPadding(sizeBytes: number): Uint8Array {
  return new Uint8Array((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
}

/** The length of an archive of files of these sizes. */
export function tarBytes(sizes: readonly number[]): number {
  const files = sizes.map((size) => BLOCK_BYTES + size + tarPadding(size).byteLength);
  return files.reduce((sum, bytes) => sum + bytes, tarEnd().byteLength);
}

/** What ends an archive. */
export function tarEnd(): Uint8Array {
  return new Uint8Array(2 * BLOCK_BYTES);
}

function writeSize(header: Buffer, sizeBytes: number): void {
  if (sizeBytes < FIRST_TOO_LARGE) {
    header.write(`${octal(sizeBytes, 11)}\0`, 124);
    return;
  }
  header[124] = 0x80;
  header.writeBigUInt64BE(BigInt(sizeBytes), 128);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
