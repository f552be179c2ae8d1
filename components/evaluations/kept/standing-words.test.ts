import { expect, test } from "vitest";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import { standingWords } from "./standing-words.ts";

test("a judge stands as an equal only where the text it has here is trusted", () => {
  const standing = (one: { isTrusted: boolean; isCurrent?: boolean }, isNewest = true) =>
    standingWords({ stored: stored(one), isNewest });
  expect(standing({ isTrusted: true, isCurrent: true })).toBeNull();
  expect(standing({ isTrusted: true, isCurrent: true }, false)).toBe("Not measured against people");
  expect(standing({ isTrusted: false })).toBe("Not measured against people");
  expect(standing({ isTrusted: false, isCurrent: true })).toBe("Not trusted by its measurement");
  expect(standing({ isTrusted: false, isCurrent: false })).toBe("Changed since it was measured");
  expect(standingWords({ stored: null, isNewest: true })).toBe("Not measured against people");
});

function stored({ isTrusted, isCurrent }: { isTrusted: boolean; isCurrent?: boolean }): StoredGrader {
  return { isTrusted, measurement: isCurrent === undefined ? null : { isCurrent } } as StoredGrader;
}
