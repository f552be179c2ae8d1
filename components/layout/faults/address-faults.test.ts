import { expect, test } from "vitest";
import { type AddressRules, faultsIn, isOneOf, USUAL_RULES } from "./address-faults.ts";
import { faultWords } from "./fault-words.ts";

const RULES: AddressRules = { ...USUAL_RULES, sort: isOneOf(["name"]), errors: isOneOf(["0", "1"]) };

function faultsOf(search: string) {
  const params = new URLSearchParams(search);
  return faultsIn((name) => params.get(name) || null, RULES);
}

test("what cannot be read in an address is named, and what is not there is no fault", () => {
  expect(faultsOf("sort=name&dir=asc&errors=1&since=24h&after=2026-01-01T00:00:00Z&sort2=x&q=")).toEqual([]);
  expect(faultsOf("sort=foo&dir=up&filter=%7Bbad&since=2y&before=soon&errors=yes")).toEqual([
    { name: "since", text: "2y" },
    { name: "before", text: "soon" },
    { name: "dir", text: "up" },
    { name: "filter", text: "{bad" },
    { name: "sort", text: "foo" },
    { name: "errors", text: "yes" },
  ]);
});

test("the sort that is used instead is said, filters are left out, and a long text is cut", () => {
  const words = (search: string) => faultWords(faultsOf(search), "name, from A to Z");
  expect(words("sort=foo")).toBe(
    "This address has a sort that does not exist: foo. The list is sorted by name, from A to Z.",
  );
  expect(words("filter=%7Bbad")).toBe(
    "This address has a filter that cannot be read, and the list is shown without it: filter={bad.",
  );
  expect(words(`errors=yes&since=${"9".repeat(100)}`)).toBe(
    `This address has filters that cannot be read, and the list is shown without them: since=${"9".repeat(39)}…, errors=yes.`,
  );
});
