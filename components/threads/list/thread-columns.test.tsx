import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readableWidth } from "#components/ui/table/readable-width.ts";
import type { Thread } from "#lib/contract/traces/threads.ts";
import { threadColumns, USUAL_COLUMNS } from "./thread-columns.tsx";

test("a long id is cut in its middle and whole in its tooltip, and texts are wider than it", () => {
  const [column] = threadColumns(["thread_id"]);
  const id = "support-4700-of-the-long-conversation";
  const drawn = renderToStaticMarkup(column?.cell({ threadId: id } as Thread));
  expect(drawn).toContain(`title="${id}"`);
  expect(drawn).toContain(">support-…tion<");
  const widthOf = (name: string) => readableWidth(threadColumns([name]));
  expect(widthOf("first_input")).toBeGreaterThan(widthOf("thread_id") + 60);
});

test("on a phone the first words of a conversation stand for its id, unless nobody wants to see them", () => {
  const onPhone = (...ids: string[]) =>
    threadColumns(ids).flatMap(({ id, wideOnly }) => (wideOnly ? [] : [id]));
  expect(onPhone(...USUAL_COLUMNS)).toEqual(["first_input", "turn_count", "last_updated"]);
  expect(onPhone("thread_id", "last_output")).toEqual(["thread_id"]);
});
