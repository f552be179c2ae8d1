/** The ids in a text that people typed or pasted: separated by spaces, commas or line ends, each once. */
export function readThreadIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ""))];
}
