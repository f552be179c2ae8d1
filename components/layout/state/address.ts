/** Changes of the page's address by name; null or an empty text takes a name away. */
export type SearchPatch = { [name: string]: string | null };

export function replaceSearch(patch: SearchPatch): void {
  write("replaceState", patch);
}

export function pushSearch(patch: SearchPatch): void {
  write("pushState", patch);
}

/** A saved view replaces all that the address says. */
export function pushView(search: string): void {
  window.history.pushState(null, "", search ? `?${search}` : window.location.pathname);
}

/** An address that stays is not written again: the router takes each writing for a way to go, and gives up the one it is on. */
function write(how: "replaceState" | "pushState", patch: SearchPatch): void {
  const { pathname, search } = window.location;
  const before = new URLSearchParams(search);
  const after = changed(before, patch);
  if (after.toString() === before.toString()) return;
  window.history[how](null, "", after.size > 0 ? `${pathname}?${after}` : pathname);
}

function changed(before: URLSearchParams, patch: SearchPatch): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(patch))
    if (value) after.set(name, value);
    else after.delete(name);
  return after;
}
