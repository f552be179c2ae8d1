import { expect, test } from "vitest";
import { recordingTrainer } from "#lib/testing/engines/recording-trainer.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import { OF_PROMPTS, OF_TRAINED, VitalSigns } from "./vital-signs.internal.ts";

const TOKENS = [11, 12, 13, 14, 15, 16];
const PROBE = { tokenIds: TOKENS, positions: [2, 3, 4, 5] };
const CHANCE = Math.log(300);
const AT = { step: 7, learningRate: 0.5 };

/** The verdict on a model by its token losses before and after; `spread` makes them differ. */
async function verdict(before: Losses, after: Losses, limits = OF_TRAINED): Promise<string> {
  let losses = before;
  const trainer = recordingTrainer({
    logprobOf: (_, token) => -losses.mean + (token % 2 ? 1 : -1) * losses.spread,
  });
  const signs = new VitalSigns([PROBE], limits);
  await signs.begin(trainer);
  losses = after;
  const outcome = signs.requireAlive(trainer, AT);
  return outcome.then(
    () => "alive",
    (error: unknown) => (error instanceof TrainingDiverged ? error.message : String(error)),
  );
}
type Losses = { mean: number; spread: number };
const of = (mean: number, spread = 0.5): Losses => ({ mean, spread });

test.each<[string, Losses, Losses]>([
  ["guesses, having known something", of(0.8), of(CHANCE, 0)],
  ["guesses, having been sure of the wrong thing", of(10.5), of(CHANCE, 0)],
  ["is sure of nonsense", of(0.8), of(60)],
  ["says nothing that is a number", of(0.8), of(Number.NaN)],
])("a model that %s has died", async (_, before, after) => {
  expect(await verdict(before, after)).toMatch(
    /^The model diverged: after step 7, its loss .* 300 tokens gives 5.704. The learning rate was 0.5/,
  );
});

test.each<[string, Losses, Losses]>([
  ["learns", of(5), of(0.001, 0)],
  ["has learned nothing yet", of(10.5), of(10.7)],
  ["began with guesses and guesses still, as a new one does", of(CHANCE, 0), of(CHANCE, 0)],
  ["forgets a little", of(0.8), of(3.2)],
  ["guesses as badly as before, but distinguishes tokens", of(5.6), of(5.9)],
])("a model that %s lives", async (_, before, after) => {
  expect(await verdict(before, after)).toBe("alive");
});

test("prompts, which reinforcement does not train, may become less likely than guesses; one that guesses alone has died all the same", async () => {
  expect(await verdict(of(4.5), of(7), OF_PROMPTS)).toBe("alive");
  expect(await verdict(of(4.5), of(CHANCE, 0), OF_PROMPTS)).toMatch(/diverged/);
  expect(await verdict(of(4.5), of(30), OF_PROMPTS)).toMatch(/diverged/);
});

test("a job without a row to look at is left alone, and of a long row the beginning is enough", async () => {
  const trainer = recordingTrainer();
  const none = new VitalSigns([{ tokenIds: TOKENS, positions: [] }], OF_TRAINED);
  await none.begin(trainer);
  await none.requireAlive(trainer, AT);
  expect(trainer.asked).toEqual([]);
  const long = { tokenIds: Array.from({ length: 5000 }, () => 1), positions: [1, 4999] };
  const signs = new VitalSigns([long], OF_TRAINED);
  await signs.begin(trainer);
  await expect(signs.requireAlive(trainer, AT)).resolves.toBeUndefined();
});
