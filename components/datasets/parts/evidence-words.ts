import { placeWords } from "#components/datasets/findings/place-words.ts";
import type { Evidence } from "#lib/contract/datasets/dataset-versions.ts";
import type { RowPlace } from "#lib/contract/datasets/row-place.ts";

/** What a row was made from, in words: `Answer of Ida`. */
export function evidenceWords(
  { kind, userId }: Evidence,
  { personName, place }: { personName: (id: string) => string; place: RowPlace | null },
): string {
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
      return place ? placeWords(place) : "An uploaded file";
    case "version":
      return place ? placeWords(place) : "Another version";
  }
}
