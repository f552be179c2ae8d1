import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";

const CHAT = `/projects/${SERVICE.project}/chat?model=spindle-mini`;
const TOOLS = [
  {
    type: "function",
    function: {
      name: "find_order",
      // Closed, as the small model would otherwise write without end.
      parameters: {
        type: "object",
        properties: { late: { type: "boolean" } },
        required: ["late"],
        additionalProperties: false,
      },
    },
  },
];

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

/** What the open dialog's command for a shell sends, by what a shell gives curl. */
async function shownBody(page: Page): Promise<unknown> {
  const code = await page.getByRole("dialog").locator("pre").textContent();
  const shell = `SPINDLE_API_KEY=k\ncurl() { printf '%s' "\${@: -1}"; }\n${code}`;
  return JSON.parse(execFileSync("/bin/bash", ["-c", shell], { encoding: "utf8" }));
}

/** The body of the request that an act leads to. */
async function sentBy(page: Page, act: () => Promise<void>): Promise<Record<string, unknown>> {
  const sent = page.waitForRequest("**/v1/chat/completions");
  await act();
  return (await sent).postDataJSON();
}

const settings = (page: Page) => page.getByRole("button", { name: "Settings", exact: true });

test("a tool is called and answered, and the code that is shown sends what the playground sends", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(CHAT);
  await settings(page).click();
  await page.getByRole("button", { name: "Write tools" }).click();
  const editor = page.getByRole("textbox", { name: "Tools, in JSON" });
  await editor.fill("[{");
  await expect(page.getByRole("dialog").getByText(/^This is not JSON/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Correct the settings first.")).toBeVisible();
  await page.reload();
  await settings(page).click();
  await page.getByRole("button", { name: "Edit tools" }).click();
  await expect(editor).toHaveValue("[{");
  await editor.fill(JSON.stringify(TOOLS));
  await page.getByRole("button", { name: "Done" }).click();
  await choose(page, "Tool choice", "Must call a tool");

  const message = page.getByRole("textbox", { name: "Message", exact: true });
  await message.fill('It\'s late: where is my "parcel"?');
  await page.getByRole("button", { name: "Show as code", exact: true }).click();
  const shown = await shownBody(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const sent = await sentBy(page, () => page.getByRole("button", { name: "Send", exact: true }).click());
  expect(sent).toEqual(shown);
  expect(sent).toMatchObject({ tools: TOOLS, tool_choice: "required" });

  const result = page.getByRole("textbox", { name: "Result of find_order" });
  await expect(result).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/first after [\d.]+ m?s/)).toBeVisible();
  await choose(page, "Tool choice", "Must not call tools");
  await result.fill('{"state": "shipped"}');
  await expectAccessible(page);
  const next = await sentBy(page, () => page.getByRole("button", { name: "Send the result" }).click());
  const [asked, called, gave] = next.messages as Record<string, unknown>[];
  expect(asked).toMatchObject({ role: "user" });
  expect(called).toMatchObject({ role: "assistant", tool_calls: [{ function: { name: "find_order" } }] });
  expect(gave).toMatchObject({ role: "tool", content: '{"state": "shipped"}' });
  await expect(page.getByRole("link", { name: "Open thread" })).toHaveCount(2, { timeout: 30_000 });
  await expect(result).toHaveCount(0);
  await page.getByRole("group", { name: "Tool call find_order" }).getByText("result").click();
  // What the model makes of it may say the same.
  await expect(page.getByText("shipped", { exact: true }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole("group", { name: "Tool call find_order" })).toBeVisible();
  await page.getByRole("button", { name: "Show the request as code" }).last().click();
  expect(await shownBody(page)).toEqual(next);
});

test("replies are JSON of a form, end at a text, and another model is never the same one", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(CHAT);
  await settings(page).click();
  await page.getByRole("textbox", { name: "Stop sequences" }).fill("END\n\\n\\n");
  await choose(page, "Reply format", "JSON that matches a schema");
  await expect(page.getByText("Enter the JSON Schema that replies must match.")).toBeVisible();
  await page.getByRole("button", { name: "Write schema" }).click();
  await page.getByRole("button", { name: "Start from an example" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await settings(page).click();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Is it urgent?");
  const sent = await sentBy(page, () => page.keyboard.press("Enter"));
  expect(sent).toMatchObject({ stop: ["END", "\n\n"], response_format: { type: "json_schema" } });
  await expect(page.getByRole("article", { name: "Assistant" })).toContainText(/"?is_urgent"?/, {
    timeout: 30_000,
  });
  await page.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByRole("combobox", { name: "Model B" })).not.toHaveText("spindle-mini");
  await expectNoOverflow(page);
  await expectAccessible(page);
});
