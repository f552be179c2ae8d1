import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Encode, openEncoder } from "../encode.ts";
import { writeTextFiles } from "../model/text-files.ts";
import { Random } from "../random.ts";
import { drawDrill } from "./drill.ts";
import { learningRateAt, RECIPE } from "./recipe.ts";
import { stepData } from "./step-data.ts";

describe("a step of the pretraining", () => {
  let encode: Encode;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "spindle-mini-"));
    await writeTextFiles(folder);
    encode = await openEncoder(folder);
    rmSync(folder, { recursive: true });
  });

  test("learns the same whenever it is drawn, and no other step learns it", () => {
    expect(stepData(7, encode)).toEqual(stepData(7, encode));
    expect(stepData(7, encode)).not.toEqual(stepData(8, encode));
  });

  test("has as many tokens as the recipe says, and weights that sum to 1", () => {
    for (const step of [1, RECIPE.steps]) {
      const { sequences, coefficients } = stepData(step, encode);
      const tokens = sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0);
      const total = coefficients.reduce((sum, row) => sum + row.reduce((a, b) => a + b, 0), 0);

      expect(tokens).toBeGreaterThanOrEqual(RECIPE.tokensPerStep);
      expect(tokens).toBeLessThan(RECIPE.tokensPerStep + 512);
      expect(total).toBeCloseTo(1, 4);
      expect(coefficients.map((row) => row[0])).toEqual(coefficients.map(() => 0));
    }
  });

  test("weighs in a drill only tokens that stood there before", () => {
    for (let seed = 0; seed < 200; seed++) {
      const { tokenIds, weights } = drawDrill(new Random(seed));

      expect(weights).toContain(1);
      for (const [at, weight] of weights.entries())
        if (weight > 0) expect(tokenIds.slice(0, at)).toContain(tokenIds[at]);
    }
  });

  test("has a rate that rises, stays and falls to its last share", () => {
    const { steps, learningRate } = RECIPE;
    const { peak, warmUpSteps, decaySteps, finalShare } = learningRate;

    expect(learningRateAt(1)).toBeCloseTo(peak / warmUpSteps, 10);
    expect(learningRateAt(warmUpSteps)).toBe(peak);
    expect(learningRateAt(steps - decaySteps)).toBe(peak);
    expect(learningRateAt(steps - decaySteps / 2)).toBeCloseTo((peak * (1 + finalShare)) / 2, 10);
    expect(learningRateAt(steps)).toBeCloseTo(peak * finalShare, 10);
  });
});
