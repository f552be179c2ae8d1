import type { Reading } from "./readings.internal.ts";

/** All tokens by their bytes, so that those which may come are found without asking for each. */
export type Vocabulary = {
  /** The tokens of which every byte may follow, in the order of their bytes. Those without bytes are none of them. */
  following(reading: Reading): number[];
};

export type TokenBytes = { readonly size: number; bytesOf(id: number): Uint8Array };

/** The tree of the tokens' bytes is made when it is first wanted. */
export function vocabularyOf(tokens: TokenBytes): Vocabulary {
  let tree: Tree | null = null;
  return {
    following: (reading) => {
      tree ??= treeOf(tokens);
      const found: number[] = [];
      follow(tree, { node: 0, reading }, found);
      return found;
    },
  };
}

/** Nodes by number, the root first. 0 is no child, and no sibling. */
type Tree = {
  readonly byte: number[];
  readonly child: number[];
  readonly sibling: number[];
  readonly tokens: (number[] | null)[];
};

function treeOf({ size, bytesOf }: TokenBytes): Tree {
  const sorted = Array.from({ length: size }, (_, id) => ({ id, bytes: bytesOf(id) }))
    .filter(({ bytes }) => bytes.length > 0)
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const tree: Tree = { byte: [0], child: [0], sibling: [0], tokens: [null] };
  // The nodes of the token before, from the root on.
  let path = [0];
  let before: Uint8Array = new Uint8Array();
  for (const { id, bytes } of sorted) {
    const shared = sharedLength(before, bytes);
    let last = path[shared + 1] ?? 0;
    path = path.slice(0, shared + 1);
    for (const byte of bytes.subarray(shared)) {
      path.push(addNode(tree, { byte, parent: path.at(-1) ?? 0, sibling: last }));
      last = 0;
    }
    const end = path.at(-1) ?? 0;
    tree.tokens[end] = [...(tree.tokens[end] ?? []), id];
    before = bytes;
  }
  return tree;
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return length;
}

/** After its last sibling, or as the first child. */
function addNode(
  tree: Tree,
  { byte, parent, sibling }: { byte: number; parent: number; sibling: number },
): number {
  const node = tree.byte.push(byte) - 1;
  tree.child.push(0);
  tree.sibling.push(0);
  tree.tokens.push(null);
  if (sibling > 0) tree.sibling[sibling] = node;
  else tree.child[parent] = node;
  return node;
}

function follow(tree: Tree, { node, reading }: { node: number; reading: Reading }, found: number[]): void {
  for (let child = tree.child[node] ?? 0; child > 0; child = tree.sibling[child] ?? 0) {
    const next = reading.after(tree.byte[child] ?? 0);
    if (!next) continue;
    for (const id of tree.tokens[child] ?? []) found.push(id);
    follow(tree, { node: child, reading: next }, found);
  }
}
