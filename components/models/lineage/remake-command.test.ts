import { expect, test } from "vitest";
import { remakeCommand } from "./remake-command.ts";

const LORA = { mode: "lora", rank: 4, alpha: 8 } as const;

test("the command names the checkpoint in full, and by its id where a shell would read the name otherwise", () => {
  const model = { id: "019a", name: "refund-agent", training: LORA };
  expect(remakeCommand(model, "acme/support", 3)).toBe("npm run remake -- acme/support/refund-agent:step3");
  expect(remakeCommand({ ...model, name: "a;ls$(b)" }, "acme/support", 3)).toBe(
    "npm run remake -- 019a:step3",
  );
});

test("the first step was made where there is an adapter", () => {
  const model = { id: "019a", name: "agent", training: LORA };
  expect(remakeCommand(model, "acme/support", 0)).toContain(":step0");
  expect(remakeCommand({ ...model, training: { mode: "full" } }, "acme/support", 0)).toBeNull();
});
