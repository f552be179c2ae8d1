/** Changes of the page's address by name; null or an empty text takes a name away. */
export type SearchPatch = { [name: string]: string | null };

export function replaceSearch(patch: SearchPatch): void {
  write("replaceState", patch);
}

export function pushSearch(patch: SearchPatch): void {
  write("pushState", patch);
}

/** What narrows a list. `isContinued` where more was typed of the same text, so that Back leads to the list before all of it. */
export type Narrow = (patch: SearchPatch, isContinued?: boolean) => void;

export const narrowSearch: Narrow = (patch, isContinued = false) =>
  write(isContinued ? "replaceState" : "pushState", patch);

/** Marks a step of the history that opened something beside a list. */
const BESIDE = "spindleBeside";

/** One step, however many are opened one after the other: Back closes the last one. */
export function openBeside(patch: SearchPatch): void {
  write(isBeside() ? "replaceState" : "pushState", patch, { [BESIDE]: true });
}

/** Goes back where that closes it, so that no step is left that changes nothing; `patch` closes what a link had opened. */
export function closeBeside(patch: SearchPatch): void {
  if (isBeside()) window.history.back();
  else replaceSearch(patch);
}

function isBeside(): boolean {
  return window.history.state?.[BESIDE] === true;
}

/** A saved view replaces all that the address says. */
export function pushView(search: string): void {
  window.history.pushState(null, "", search ? `?${search}` : window.location.pathname);
}

/** An address that stays is not written again: the router takes each writing for a way to go, and gives up the one it is on. */
function write(how: "replaceState" | "pushState", patch: SearchPatch, mark: object | null = null): void {
  const { pathname, search } = window.location;
  const before = new URLSearchParams(search);
  const after = changed(before, patch);
  if (after.toString() === before.toString()) return;
  const kept = how === "replaceState" && isBeside() ? { [BESIDE]: true } : null;
  window.history[how](mark ?? kept, "", after.size > 0 ? `${pathname}?${after}` : pathname);
}

function changed(before: URLSearchParams, patch: SearchPatch): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(patch))
    if (value) after.set(name, value);
    else after.delete(name);
  return after;
}
