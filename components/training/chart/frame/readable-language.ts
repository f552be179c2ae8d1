/** What is asked of a browser's `navigator`. */
type Speaker = { readonly language: string };

/**
 * Gives a browser whose language is no language tag, such as the `en-US@posix` of a Chromium under `LANG=C.UTF-8`, one that can be read.
 * Answers what takes it away again.
 */
export function lendReadableLanguage(speaker: Speaker): () => void {
  if (isReadable(speaker.language)) return () => undefined;
  Object.defineProperty(speaker, "language", { value: "en-US", configurable: true });
  return () => void Reflect.deleteProperty(speaker, "language");
}

function isReadable(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
