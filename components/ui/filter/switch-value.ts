/** A question that a page's address answers with yes, no, or not at all. */
export type SwitchText = "1" | "0" | null;

export function readSwitch(text: string | null): boolean | null {
  return text === "1" ? true : text === "0" ? false : null;
}

export function isSwitch(text: string): boolean {
  return readSwitch(text) !== null;
}

export function writeSwitch(value: boolean | null): SwitchText {
  return value === null ? null : value ? "1" : "0";
}
