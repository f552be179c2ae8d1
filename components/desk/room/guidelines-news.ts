/** What the guidelines said when they were read last, where they say something else now; null where they do not. */
export function outdatedReading(read: string | null, now: string): string | null {
  return read === null || read.trim() === now.trim() ? null : read;
}

export function whatHappened(before: string, now: string): string {
  if (before.trim() === "") return "This queue has guidelines now.";
  return now.trim() === "" ? "The guidelines were removed." : "The guidelines changed.";
}
