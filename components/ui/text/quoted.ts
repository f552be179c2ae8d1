/** A single-quoted word for a POSIX shell: nothing in it is special but the quote itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
