import { expect, test } from "vitest";
import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { whyNobodyAsked } from "./why-nobody-asked.ts";

function why(
  { park, types }: { park: "all" | "uncertain"; types: string[] },
  rounds: Partial<RlRound>[] = [{}],
): string | null {
  const graders = types.map((type, at) => ({ name: `grader ${at}`, weight: 1, grader: { type } }));
  const run = { human: { park }, graders } as unknown as RlRun;
  const given = rounds.map((round) => ({ phase: "ended", people: null, groups: 4, groupsDone: 4, ...round }));
  return whyNobodyAsked(run, given as RlRound[]);
}

test("a run that was to ask people and asked nobody says why", () => {
  const yesNo = { park: "uncertain", types: ["string_check"] } as const;
  expect(why({ ...yesNo, types: ["string_check"] })).toBe(
    "“grader 0” scores only 0 or 1, so it is never unsure. To ask people, choose “All of them” in another run.",
  );
  expect(why({ park: "uncertain", types: ["string_check", "spindle.json_schema"] })).toMatch(
    /never differed/,
  );
  expect(why({ park: "uncertain", types: ["spindle.judge"] })).toMatch(/unsure about none of the replies/);
  expect(why({ park: "all", types: ["spindle.judge"] })).toMatch(/^The queue takes no items/);
});

test("nothing is said while there is nothing to ask about, and once somebody was asked", () => {
  const asked = { park: "uncertain", types: ["string_check"] } as const;
  const people = { parked: 1 } as RlRound["people"];
  expect(why({ ...asked, types: [...asked.types] }, [{ phase: "sampling" }])).toBeNull();
  expect(why({ ...asked, types: [...asked.types] }, [{ groupsDone: 1 }])).toBeNull();
  expect(why({ ...asked, types: [...asked.types] }, [{}, { people }])).toBeNull();
  expect(whyNobodyAsked({ human: null, graders: [] }, [])).toBeNull();
});
