import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readableWidth } from "#components/ui/table/readable-width.ts";
import type { Thread } from "#lib/contract/traces/threads.ts";
import { threadColumns } from "./thread-columns.tsx";

test("a long id is cut in its middle and whole in its tooltip, and texts are wider than it", () => {
  const [column] = threadColumns(["thread_id"]);
  const id = "support-4700-of-the-long-conversation";
  const drawn = renderToStaticMarkup(column?.cell({ threadId: id } as Thread));
  expect(drawn).toContain(`title="${id}"`);
  expect(drawn).toContain(">support-…tion<");
  const widthOf = (name: string) => readableWidth(threadColumns([name]));
  expect(widthOf("first_input")).toBeGreaterThan(widthOf("thread_id") + 60);
});
