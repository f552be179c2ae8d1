import type { TextChange } from "./text-changes.ts";

/** Changes with the lines around them, or a distant stretch of which only the length is shown. */
export type Stretch =
  | { readonly kind: "near"; readonly changes: readonly TextChange[] }
  | { readonly kind: "far"; readonly lines: number };

/** Whole lines that are kept before and after a change. */
const AROUND = 2;
/** Fewer are shown, since saying that they are left out takes as much room. */
const MIN_LEFT_OUT = 2;

/** Leaves out of a long text the lines that are far from any change. The line break at either side of a stretch goes with it. */
export function nearChanges(changes: readonly TextChange[]): Stretch[] {
  const stretches: Stretch[] = [];
  let near: TextChange[] = [];
  const end = () => {
    if (near.length > 0) stretches.push({ kind: "near", changes: near });
    near = [];
  };
  changes.forEach((change, at) => {
    const cut =
      change.kind === "same"
        ? cutOut(change.text, { isFirst: at === 0, isLast: at === changes.length - 1 })
        : null;
    if (!cut) {
      near.push(change);
      return;
    }
    if (cut.head !== null) near.push({ kind: "same", text: cut.head });
    end();
    stretches.push({ kind: "far", lines: cut.lines });
    if (cut.tail !== null) near.push({ kind: "same", text: cut.tail });
  });
  end();
  return stretches;
}

/** The beginning that goes with the change before and the end that goes with the one after; null where too little lies between. */
function cutOut(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const lines = text.split("\n");
  // Beside a change stands the rest of its own line.
  const head = isFirst ? [] : lines.slice(0, AROUND + 1);
  const tail = isLast ? [] : lines.slice(-AROUND - 1);
  const left = lines.length - head.length - tail.length;
  if (left < MIN_LEFT_OUT) return null;
  return {
    head: isFirst ? null : head.join("\n"),
    lines: left,
    tail: isLast ? null : tail.join("\n"),
  };
}
