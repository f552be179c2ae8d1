/** Characters that cannot be seen: those that turn the direction of the text around them, and NUL, which pages lose. */
const UNSEEN = /[\0\u202a-\u202e\u2066-\u2069]/g;

/** The text with every character that would make it read as something else shown by its code: `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return text.replace(
    UNSEEN,
    (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}

type Node = { type: string; value?: string; children?: Node[] };

/** The same as a markdown plugin. */
export function turnsVisible() {
  return (tree: Node): void => showTurns(tree);
}

function showTurns(node: Node): void {
  if (node.value !== undefined) node.value = visibleText(node.value);
  for (const child of node.children ?? []) showTurns(child);
}
