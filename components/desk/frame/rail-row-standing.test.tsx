import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RailRowStanding } from "./rail-row-standing.tsx";

test("An item without a time shows its state, and no lone dash", () => {
  expect(renderToStaticMarkup(<RailRowStanding word="to do" startedAt={null} />)).toBe("to do");
});

test("An item with a time says what became of it too, as those without one do", () => {
  const html = renderToStaticMarkup(<RailRowStanding word="done" startedAt="2026-01-01T12:00:00Z" />);
  expect(html.replace(/<[^>]*>/g, "")).toMatch(/^done · \S/);
});
