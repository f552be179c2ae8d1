/** The first line of a markdown text that says something, as plain text. */
export function plainLine(markdown: string): string {
  for (const line of markdown.split("\n")) {
    const text = withoutMarks(line);
    if (/[\p{L}\p{N}]/u.test(text)) return text;
  }
  return "";
}

function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(#{1,6}\s+|[-*+]\s+|\d+[.)]\s+|>\s*)+/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|\*|`)(?=\S)([^*`]*?\S)\1/g, "$2")
    .trim();
}
