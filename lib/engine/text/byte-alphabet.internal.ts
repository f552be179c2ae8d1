/**
 * The character for each byte in a byte-level vocabulary: printable bytes map to themselves, the others to successive characters from U+0100. It is
 * GPT-2's table, and every reader of such vocabularies relies on it.
 */
export function byteAlphabet(): string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCharCode(isPrintable ? byte : next++);
  });
}
