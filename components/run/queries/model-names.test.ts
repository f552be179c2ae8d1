import { expect, test } from "vitest";
import { chatNameOf, readChatName, shortTrainingText, trainingText } from "./model-names.ts";

const MODEL = { entity: "acme", project: "support", name: "refund-agent" };

test("a checkpoint's chat name is the model's path with its step, and reads back", () => {
  expect(chatNameOf(MODEL)).toBe("acme/support/refund-agent");
  expect(chatNameOf(MODEL, 12)).toBe("acme/support/refund-agent:step12");
  expect(readChatName(chatNameOf(MODEL, 12))).toEqual({ path: "acme/support/refund-agent", pin: 12 });
});

test("a name that people gave stands where the step would, and reads back", () => {
  expect(chatNameOf(MODEL, "production")).toBe("acme/support/refund-agent:production");
  expect(readChatName(chatNameOf(MODEL, "production"))).toEqual({
    path: "acme/support/refund-agent",
    pin: "production",
  });
});

test("a name without a step, or with :latest, means the latest checkpoint", () => {
  expect(readChatName("acme/support/refund-agent")).toEqual({
    path: "acme/support/refund-agent",
    pin: null,
  });
  expect(readChatName("acme/support/refund-agent:latest")).toEqual({
    path: "acme/support/refund-agent",
    pin: null,
  });
});

test("the way of training is said in words", () => {
  expect(trainingText({ mode: "lora", rank: 8, alpha: 16 })).toBe("LoRA, rank 8, alpha 16");
  expect(trainingText({ mode: "full" })).toBe("All weights");
  expect(shortTrainingText({ mode: "lora", rank: 8, alpha: 16 })).toBe("LoRA 8");
});
