import type { ToastMessage } from "#components/ui/notice/toast-store.ts";
import { countOf } from "#components/ui/text/format.ts";

type Added = { addedCount: number; duplicates: number; missing: readonly string[] };

/** What became of pairs that were sent, calls that are not there by their ids. */
export function pairsAddedText({ addedCount, duplicates, missing }: Added): ToastMessage {
  const parts = [
    duplicates > 0 ? `${countOf(duplicates, "pair")} already in the queue` : null,
    missing.length > 0
      ? `${countOf(missing.length, "call")} not found: ${missing.slice(0, 3).join(", ")}${missing.length > 3 ? "…" : ""}`
      : null,
  ].filter((part) => part !== null);
  return {
    title: `${countOf(addedCount, "pair")} added`,
    tone: missing.length > 0 ? "danger" : "success",
    ...(parts.length > 0 ? { detail: `${parts.join("; ")}.` } : {}),
  };
}
