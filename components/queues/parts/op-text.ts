/** The last part of a reference says what was called; a plain name is itself. */
export function opText(opName: string): string {
  return /^[a-z]+:\/\/\//.test(opName) ? (opName.split("/").at(-1) ?? opName) : opName;
}
