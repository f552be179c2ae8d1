import type { Evidence } from "#lib/contract/datasets/dataset-versions.ts";

/** What a row was made from, in words: `Answer of Ida`. */
export function evidenceWords({ kind, userId }: Evidence, personName: (id: string) => string): string {
  const by = userId === null ? "" : ` of ${personName(userId)}`;
  switch (kind) {
    case "answer":
      return `Answer${by}`;
    case "vote":
      return `Vote${by}`;
    case "decision":
      return `Decision${by}`;
    case "call":
      return "The call";
    case "upload":
      return "An uploaded file";
    case "version":
      return "Another version";
  }
}
