import { expect, test } from "vitest";
import { afterEvent } from "#components/chat/state/playground-state.ts";
import { type Conversation, isOf, keepConversation, keptConversation } from "./kept-conversation.ts";

const KEEPER = { userId: "ada", projectId: "acme/shop" };

function aConversation(): Conversation {
  const at = { roundId: 1, columnId: "2" };
  const asked = afterEvent([], { type: "asked", id: 1, prompt: "Hello", order: ["2"], isBlind: false });
  const rounds = afterEvent(asked, { type: "began", ...at, model: "shop:step1", seed: 7 });
  return { session: "s", rounds, columns: [{ id: "2", model: "shop" }], votes: [] };
}

function aStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("a conversation comes back to who had it, where they had it", () => {
  const storage = aStorage();
  const rounds = afterEvent(aConversation().rounds, {
    type: "ended",
    roundId: 1,
    columnId: "2",
    end: "done",
  });
  const conversation = { ...aConversation(), rounds };
  keepConversation(storage, KEEPER, conversation);
  expect(keptConversation(storage, KEEPER)).toEqual(conversation);
  expect(keptConversation(storage, { ...KEEPER, userId: "ben" })).toBeNull();
  expect(keptConversation(storage, { ...KEEPER, projectId: "acme/other" })).toBeNull();
});

test("a reply that was coming stopped with its page", () => {
  const storage = aStorage();
  keepConversation(storage, KEEPER, aConversation());
  const [round] = keptConversation(storage, KEEPER)?.rounds ?? [];
  expect(round?.replies["2"]?.end).toBe("stopped");
});

test("without a valid stored conversation the browser starts a new one", () => {
  const full = {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  keepConversation(full, KEEPER, aConversation());
  expect(keptConversation({ getItem: () => "{" }, KEEPER)).toBeNull();
  expect(keptConversation({ getItem: () => "7" }, KEEPER)).toBeNull();
});

test("an address that names other models means another conversation", () => {
  expect(isOf(aConversation(), [])).toBe(true);
  expect(isOf(aConversation(), ["shop"])).toBe(true);
  expect(isOf(aConversation(), ["other"])).toBe(false);
  expect(isOf(aConversation(), ["shop", "other"])).toBe(false);
});
