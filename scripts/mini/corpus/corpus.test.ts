import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Message } from "../exercise.ts";
import { isHeldOut } from "../held-out.ts";
import { renderReply } from "../render.ts";
import { heldOutExercise, KIND_NAMES, trainingExercise } from "./corpus.ts";

describe("the corpus of spindle-mini", () => {
  test("is the same on every machine: the first exercises have this hash", () => {
    const exercises = Array.from({ length: 2000 }, (_, number) => trainingExercise(number));

    expect(hashOf(exercises)).toBe("a0145dffad88d101");
  });

  test("is another one for another seed", () => {
    expect(trainingExercise(1, "another seed")).not.toEqual(trainingExercise(1));
  });

  test("ends every conversation with the assistant's word", () => {
    for (let number = 0; number < 2000; number++) {
      const last = trainingExercise(number).messages.at(-1);

      expect(last?.role).toBe("assistant");
      expect(last?.content || last?.tool_calls?.length).toBeTruthy();
    }
  });

  test("never trains on what is held out, in whatever phrasing", () => {
    for (let number = 0; number < 5000; number++) {
      const { essence } = trainingExercise(number);

      expect(essence !== null && isHeldOut(essence), `exercise ${number}: ${essence}`).toBe(false);
    }
  });

  test("asks in training no question that it judges by", () => {
    const judged = new Set(
      (["choose", "copy", "extract", "pick"] as const).flatMap((kind) =>
        Array.from({ length: 200 }, (_, number) => questionOf(heldOutExercise(kind, number).messages)),
      ),
    );

    for (let number = 0; number < 5000; number++)
      for (const { role, content } of trainingExercise(number).messages)
        if (role === "user") expect(judged.has(content), content).toBe(false);
  });

  test("judges by exercises whose essence training cannot have", () => {
    for (const kind of KIND_NAMES)
      for (let number = 0; number < 50; number++) {
        const { essence } = heldOutExercise(kind, number);

        expect(essence === null || isHeldOut(essence), `${kind} ${number}: ${essence}`).toBe(true);
      }
  });

  test("copies and choices that it judges by are all held out", () => {
    for (const kind of ["choose", "copy"] as const)
      for (let number = 0; number < 200; number++)
        expect(heldOutExercise(kind, number).essence).not.toBeNull();
  });

  test("accepts the reply that it shows, where replies are right or wrong", () => {
    for (const kind of KIND_NAMES)
      for (let number = 0; number < 50; number++) {
        const { accepted, messages } = heldOutExercise(kind, number);
        const last = messages.at(-1);

        if (accepted.length > 0) expect(accepted).toContain(last && renderReply(last));
      }
  });

  test("teaches to choose between yes, no and maybe", () => {
    for (const options of ["maybe, no, yes", "no, yes", "maybe, no", "maybe, yes"])
      expect(isHeldOut(`choose: ${options}`), options).toBe(false);
  });

  test("takes each of the options as often as the others", () => {
    // 3 options, 3000 draws: a share outside ±4 % of a third has odds below 1 in 100,000.
    const places = [0, 0, 0];
    for (let number = 0, seen = 0; seen < 3000; number++) {
      const { accepted, messages } = heldOutExercise("choose", number);
      if (accepted.length !== 3) continue;
      const place = accepted.indexOf(messages.at(-1)?.content ?? "");
      places[place] = (places[place] ?? 0) + 1;
      seen += 1;
    }

    for (const count of places) expect(Math.abs(count / 3000 - 1 / 3)).toBeLessThan(0.04);
  });
});

function questionOf(messages: readonly Message[]): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
