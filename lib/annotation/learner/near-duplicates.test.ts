import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { jaccard, NearDuplicates, triplesOf } from "./near-duplicates.ts";

const random = seededRandom(3);
const words = (count: number) => Array.from({ length: count }, () => `w${Math.floor(random() * 5000)}`);

test("every text that is found is so alike, and nearly all that are so alike are found", () => {
  const seen = new NearDuplicates(0.8);
  const kept: string[] = [];
  const found = { right: 0, missed: 0 };
  for (let n = 0; n < 400; n++) {
    const base =
      kept.length > 0 && random() < 0.5
        ? (kept[Math.floor(random() * kept.length)] ?? "")
        : words(60).join(" ");
    const changed = base.split(" ");
    for (let times = 0; times < Math.floor(random() * 6); times++)
      changed[Math.floor(random() * changed.length)] = `other${n}`;
    const text = changed.join(" ");
    const name = seen.take(String(kept.length), text);
    const alike = kept.filter((one) => jaccard(triplesOf(one), triplesOf(text)) >= 0.8);
    if (name === null) {
      if (alike.length > 0) found.missed++;
      kept.push(text);
    } else {
      found.right++;
      expect(alike).toContain(kept[Number(name)]);
    }
  }
  expect(found.right).toBeGreaterThan(50);
  expect(found.missed / (found.right + found.missed)).toBeLessThan(0.05);
});

test("case and signs make no difference, and short texts are compared as a whole", () => {
  const seen = new NearDuplicates(0.9);
  expect(seen.take("a", "Where is it?")).toBe(null);
  expect(seen.take("b", "where  IS it")).toBe("a");
  expect(seen.take("c", "Yes")).toBe(null);
  expect(seen.take("d", "No")).toBe(null);
});
