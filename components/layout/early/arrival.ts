const KEY = "spindle-arrival";

/** Opens another page, as after signing in, and has it begin at its heading: what was pressed for it is gone. */
export function arriveAt(address: string): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // A browser that keeps nothing begins at the top, as with any page.
  }
  window.location.assign(address);
}

/** Whether this page was opened so; true only once. */
export function takeArrival(): boolean {
  try {
    const isArrival = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isArrival;
  } catch {
    return false;
  }
}
