/** A shortcut as written: `mod+k`, `?`, `g t` (one key after the other), `shift+enter`. */
export type Shortcut = {
  keys: string;
  /** What it does, in the words of the help: `Submit and next`. */
  label: string;
  /** Null where the focused element answers the key itself and only the help speaks of it. */
  run: (() => void) | null;
  /** Also fires while a text field has the focus. */
  whileTyping?: boolean;
  /** Whether it is meant where the key was pressed; absent for everywhere. */
  isMeant?: (target: EventTarget | null) => boolean;
};

/** How a key press is written. `mod` is control, or command on a Mac; shift is named only where it changes no character. */
export function writtenKey(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("mod");
  if (event.altKey) parts.push("alt");
  if (event.shiftKey && (key.length > 1 || /[a-z0-9]/.test(key))) parts.push("shift");
  return [...parts, key].join("+");
}

/**
 * Finds what a key press means after the keys pressed just before; `waits` when it may begin a sequence. Whether a shortcut is offered
 * is asked only of those that the key may mean: to answer it, the page is searched.
 */
export function matchShortcut(
  shortcuts: readonly Shortcut[],
  { pressed, before }: { pressed: string; before: string },
  isOffered: (shortcut: Shortcut) => boolean,
): { hit: Shortcut | undefined; waits: boolean } {
  const sequence = before ? `${before} ${pressed}` : pressed;
  const isBeginning = ({ keys }: Shortcut) => keys.startsWith(`${pressed} `);
  const meant = shortcuts.filter(
    (shortcut) => shortcut.keys === sequence || shortcut.keys === pressed || isBeginning(shortcut),
  );
  const offered = meant.filter(isOffered);
  return {
    hit: findLast(offered, sequence) ?? findLast(offered, pressed),
    waits: offered.some(isBeginning),
  };
}

/** The latest registered wins, so that a page can take a key from the shell around it. */
function findLast(shortcuts: readonly Shortcut[], keys: string): Shortcut | undefined {
  return shortcuts.findLast((shortcut) => shortcut.keys === keys);
}

/** Whether keys pressed there are text. */
export function isTextTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !["checkbox", "radio", "button", "submit", "reset"].includes(target.type)
  );
}
