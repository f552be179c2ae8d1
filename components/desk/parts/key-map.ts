/** What a key of the desk can do. `also` are further keys that do the same and stay as they are. */
type KeyOfDesk = {
  label: string;
  keys: string;
  also?: readonly string[];
  /** Only where pairs are compared, or only where they are not; absent for both. */
  in?: "pairwise" | "single";
  whileTyping?: boolean;
};

/** Every act of the desk with its usual key, in the order of the help. Digits and Tab are not among them: they stay. */
export const DESK_KEYS = {
  submit: { label: "Submit, when not typing", keys: "enter" },
  submitAnywhere: { label: "Submit from anywhere", keys: "mod+enter", whileTyping: true },
  skip: { label: "Skip; if the queue has reasons, a digit then picks one", keys: "s" },
  flag: { label: "Flag for the lead", keys: "x" },
  choose: { label: "Choose between two answers of yours", keys: "v" },
  undo: { label: "Undo the last submit or skip", keys: "z" },
  forward: { label: "Next without an answer", keys: "j", also: ["arrowright"] },
  back: { label: "Back to the previous item", keys: "k", also: ["arrowleft"] },
  fieldBefore: { label: "Previous question", keys: "arrowup" },
  fieldAfter: { label: "Next question", keys: "arrowdown" },
  clear: { label: "Clear the focused question", keys: "backspace" },
  suggestions: { label: "Accept what is suggested", keys: "a", in: "single" },
  correction: {
    label: "Write a better answer; right after a digit that submits, for the item it answered",
    keys: "e",
    in: "single",
  },
  diff: { label: "Show the changes of the better answer", keys: "d", in: "single" },
  note: { label: "Write a note; right after a digit that submits, for the item it answered", keys: "c" },
  passages: { label: "Mark passages with the keyboard", keys: "h", in: "single" },
  view: { label: "Markdown, tree or raw", keys: "m" },
  whole: { label: "Show or hide the whole call", keys: "f" },
  thread: { label: "Show or hide the whole conversation", keys: "t" },
  toolCall: { label: "Next tool call", keys: "n" },
  error: { label: "Next error", keys: "!" },
  find: { label: "Find in the item", keys: "/" },
  guidelines: { label: "Show or hide the guidelines", keys: "i" },
  rail: { label: "Show or hide the lists", keys: "[" },
  form: { label: "Show or hide the form", keys: "]" },
  yields: { label: "Show the training rows that the answer yields", keys: "y" },
  pause: { label: "Take a break and release reserved items", keys: "p" },
  pairLeft: {
    label: "Left is better; with Shift, much better",
    keys: "a",
    also: ["arrowleft"],
    in: "pairwise",
  },
  pairRight: {
    label: "Right is better; with Shift, much better",
    keys: "b",
    also: ["arrowright"],
    in: "pairwise",
  },
  pairTie: { label: "Both are equally good", keys: "=", also: ["e"], in: "pairwise" },
  pairBothBad: { label: "Both are bad", keys: "0", in: "pairwise" },
  pairScroll: { label: "Scroll both together or separately", keys: "l", in: "pairwise" },
} as const satisfies { [act: string]: KeyOfDesk };

export type DeskAct = keyof typeof DESK_KEYS;
export type DeskMode = "pairwise" | "single";
/** Chosen keys by act; an empty text is none. */
export type Bindings = { readonly [act: string]: string };

export const DESK_ACTS = Object.keys(DESK_KEYS).filter(isDeskAct);

function isDeskAct(name: string): name is DeskAct {
  return name in DESK_KEYS;
}

export function keyOf(act: DeskAct, bindings: Bindings): string {
  return bindings[act] ?? DESK_KEYS[act].keys;
}

/** Every key of a kind of queue with what it does; what pairs need comes before what they have in common with others. */
export function keysOfMode(
  mode: DeskMode,
  bindings: Bindings,
): { act: DeskAct; keys: string; isMain: boolean }[] {
  const acts = DESK_ACTS.filter((act) => isIn(act, mode));
  const own = acts.filter((act) => settingsOf(act).in === mode && mode === "pairwise");
  const taken = new Set<string>();
  const found: { act: DeskAct; keys: string; isMain: boolean }[] = [];
  const add = (act: DeskAct, keys: string, isMain: boolean) => {
    if (keys === "" || taken.has(keys)) return;
    taken.add(keys);
    found.push({ act, keys, isMain });
  };
  const ordered = [...own, ...acts.filter((act) => !own.includes(act))];
  // The second key of a pair's act comes before the first of a common one, and any main key before a second of the same rank.
  for (const rank of [own, ordered.filter((act) => !own.includes(act))]) {
    for (const act of rank) add(act, keyOf(act, bindings), true);
    for (const act of rank) for (const keys of settingsOf(act).also ?? []) add(act, keys, false);
  }
  return found;
}

/** Another act that has the key already, in a kind of queue in which both can be pressed. */
export function conflictOf(act: DeskAct, keys: string, bindings: Bindings): DeskAct | null {
  return (
    DESK_ACTS.find(
      (other) =>
        other !== act && keyOf(other, bindings) === keys && settingsOf(other).in === settingsOf(act).in,
    ) ??
    DESK_ACTS.find(
      (other) =>
        other !== act && keyOf(other, bindings) === keys && (!settingsOf(other).in || !settingsOf(act).in),
    ) ??
    null
  );
}

const FIXED = new Set(["tab", "shift+tab", "escape", "?", "g", "space", "shift+space"]);
const MODIFIERS = new Set([
  "control",
  "shift",
  "alt",
  "meta",
  "capslock",
  "altgraph",
  "dead",
  "process",
  "mod",
]);

/** Why a key cannot be chosen; null where it can. The browser's own keys, and those of every page, are never taken. */
export function refusalOf(act: DeskAct, keys: string): string | null {
  const last = keys.split("+").at(-1) ?? "";
  if (keys === "" || MODIFIERS.has(last)) return "Press one key, alone or with Shift.";
  if (/^(shift\+)?[0-9]$/.test(keys) && act !== "pairBothBad")
    return "Digits pick the options of a question.";
  if (keys === "mod+enter")
    return act === "submitAnywhere" ? null : "This key is reserved for submitting from anywhere.";
  if (/^(mod|alt)\+/.test(keys) || /^f\d+$/.test(last)) return "The browser uses this key.";
  if (act === "submitAnywhere") return "It must work while typing, so it can only be Ctrl or ⌘ with Enter.";
  return FIXED.has(keys) ? "Every page uses this key." : null;
}

export function settingsOf(act: DeskAct): KeyOfDesk {
  return DESK_KEYS[act];
}

function isIn(act: DeskAct, mode: DeskMode): boolean {
  const only = settingsOf(act).in;
  return only === undefined || only === mode;
}
