/**
 * The scroll lock under dialogs writes a style element and takes its nonce from this global.
 * The browser hides the attribute from selectors but gives it to scripts of the page.
 */
export function shareNonceWithLibraries(): void {
  if (typeof document === "undefined") return;
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
