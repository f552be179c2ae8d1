import { expect, test } from "vitest";
import { judgeMessage } from "#lib/contract/evaluation/judge-prompt.ts";
import { wordsAsked } from "./asked-in.ts";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

test("a row's prompt is known by the last words of a person in it, in one line, and cut where they are long", () => {
  const messages = [user("Hello"), assistant("Yes?"), user(" Where is\n my parcel? "), assistant("delivery")];
  expect(wordsAsked({ messages })).toBe("Where is my parcel?");
  expect(wordsAsked({ prompt: [user("Which one?"), assistant("This one")], completion: [] })).toBe(
    "Which one?",
  );
  expect(wordsAsked({ messages: [assistant("Only I speak"), assistant("delivery")] })).toBe("Only I speak");
  expect(wordsAsked({ messages: [user("🥐".repeat(300)), assistant("a")] })).toBe(`${"🥐".repeat(199)}…`);
  expect(wordsAsked({ messages: [user([{ type: "image_url" }]), assistant("a")] })).toBe("");
  expect(wordsAsked({})).toBe("");
});

test("a judge's row is known by what it judges, since all have the same question", () => {
  const content = judgeMessage("Was it kind?", { conversation: "user: Where is it?", answer: "Who knows." });
  expect(wordsAsked({ messages: [user(content), assistant("rude")] })).toBe(
    "user: Where is it? Answer: Who knows.",
  );
});
