import { isTextTarget } from "#components/ui/mount/shortcut-keys.ts";

/** What is selected on the page: a part of one text, or parts of several, which is no passage. */
export type SelectedPassage =
  | { path: string; start: number; end: number; rect: DOMRect }
  | { path: null; rect: DOMRect };

/** The texts whose passages can be selected, and their runs. */
export const PASSAGES = "[data-passages]";
const MARKABLE = `${PASSAGES}[role=textbox]`;
const RUN = "[data-at]";

/** The selected passage; null where nothing of such a text is selected. */
export function selectedPassage(): SelectedPassage | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const box = boxAround(range.startContainer) ?? boxAround(range.endContainer);
  if (!box) return null;
  const rect = range.getBoundingClientRect();
  const own = within(range, box);
  const path = box.dataset.passages;
  if (path === undefined || own === null) return { path: null, rect };
  const [start, end] = [offsetAt(box, own, "start"), offsetAt(box, own, "end")];
  return end > start ? { path, start, end, rect } : null;
}

/** A digit marks what is selected in a text that takes marks, unless it is typed into a field. */
export function isMarkKey({ key, target }: KeyboardEvent): boolean {
  if (!/^[1-9]$/.test(key) || document.querySelector(MARKABLE) === null) return false;
  const isInText = target instanceof Element && target.closest(MARKABLE) !== null;
  return (isInText || !isTextTarget(target)) && typeof selectedPassage()?.path === "string";
}

function boxAround(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>(PASSAGES) ?? null;
}

/** The range as far as it is in the box; null where it reaches into another text. Three clicks reach to the start of what comes next. */
function within(range: Range, box: HTMLElement): Range | null {
  const own = range.cloneRange();
  if (!box.contains(range.startContainer)) return null;
  if (box.contains(range.endContainer)) return own;
  const other = boxAround(range.endContainer);
  if (other && offsetAt(other, range, "end") > 0) return null;
  own.setEnd(box, box.childNodes.length);
  return own;
}

/** The offset in the recorded text at which a range begins or ends. */
function offsetAt(box: HTMLElement, range: Range, side: "start" | "end"): number {
  const node = side === "start" ? range.startContainer : range.endContainer;
  const offset = side === "start" ? range.startOffset : range.endOffset;
  const run = node instanceof Text ? node.parentElement?.closest<HTMLElement>(RUN) : null;
  if (run) {
    const [from, to] = spanOf(run);
    return run.dataset.solid === undefined ? from + offset : offset > 0 ? to : from;
  }
  // At the edge of an element: after the last run that lies before it.
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(node, offset);
  const passed = [...box.querySelectorAll<HTMLElement>(RUN)].filter(
    (one) => before.comparePoint(one, one.childNodes.length) <= 0,
  );
  const last = passed.at(-1);
  return last ? spanOf(last)[1] : 0;
}

function spanOf(run: HTMLElement): [number, number] {
  return [Number(run.dataset.at), Number(run.dataset.to)];
}

/** Puts the caret into a text, at an offset of the recorded one. */
export function placeCaret(path: string, offset: number): void {
  const box = [...document.querySelectorAll<HTMLElement>(PASSAGES)].find(
    ({ dataset }) => dataset.passages === path,
  );
  const run = [...(box?.querySelectorAll<HTMLElement>(RUN) ?? [])].find((one) => spanOf(one)[1] >= offset);
  const text = run?.firstChild;
  if (run && text instanceof Text && run.dataset.solid === undefined)
    getSelection()?.collapse(text, offset - spanOf(run)[0]);
}
