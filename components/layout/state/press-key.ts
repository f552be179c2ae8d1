/** Does what a shortcut does, for the buttons that stand for one. */
export function pressKey(keys: "?" | "mod+k"): void {
  const [key, ctrlKey] = keys === "?" ? ["?", false] : ["k", true];
  window.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true }));
}
