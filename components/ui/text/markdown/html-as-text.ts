type Node = { type: string; value?: string; children?: Node[] };

/** A markdown plugin: tags in a text are shown as they were written. People must see what a model said, and never run it. */
export function htmlAsText() {
  return (tree: Node): void => showTags(tree);
}

function showTags(node: Node): void {
  if (node.type === "html") node.type = "text";
  for (const child of node.children ?? []) {
    // Text stands in a paragraph; a tag at the top level brings none of its own.
    const isBlock = child.type === "html" && ["root", "blockquote", "listItem"].includes(node.type);
    if (isBlock)
      Object.assign(child, { type: "paragraph", children: [{ type: "text", value: child.value }] });
    else showTags(child);
  }
}
