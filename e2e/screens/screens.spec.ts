import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { type Seed, seed } from "./seed.ts";

/** All pictures, for work on the pages; not in the repository. */
const ALL = "screenshots";
/** One of each screen, small, for docs/screens.md. */
const SHOWN = "docs/screens";

const LARGE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TOUCH = { hasTouch: true, isMobile: true };
const VARIANTS = [
  { name: "light", viewport: LARGE, colorScheme: "light" },
  { name: "dark", viewport: LARGE, colorScheme: "dark" },
  { name: "phone", viewport: PHONE, colorScheme: "light", ...TOUCH },
  { name: "phone-dark", viewport: PHONE, colorScheme: "dark", ...TOUCH },
] as const;

type Screen = {
  name: string;
  /** Below the project. */
  at: (seed: Seed) => string;
  /** What shows that it has loaded. */
  shows: RegExp;
  /** Brings the page into the state that is pictured. */
  act?: (page: Page) => Promise<void>;
};

const SCREENS: Screen[] = [
  { name: "overview", at: () => "overview", shows: /shop-assistant/ },
  { name: "threads", at: () => "threads", shows: /support-4700/ },
  { name: "thread", at: ({ threadId }) => `threads/${threadId}`, shows: /late delivery/ },
  { name: "calls", at: () => "calls", shows: /answer_customer/ },
  { name: "feedback", at: () => "feedback", shows: /tone/ },
  { name: "queues", at: () => "queues", shows: /Support tone, spring/ },
  { name: "queue", at: ({ queueId }) => `queues/${queueId}`, shows: /Ana/ },
  { name: "queue-items", at: ({ queueId }) => `queues/${queueId}/items`, shows: /^State$/ },
  { name: "quality", at: ({ queueId }) => `queues/${queueId}/quality`, shows: /Krippendorff|α/ },
  { name: "queue-settings", at: ({ queueId }) => `queues/${queueId}/settings`, shows: /Support tone/ },
  { name: "desk", at: ({ queueId }) => `queues/${queueId}/annotate`, shows: /Is the answer correct\?/ },
  { name: "desk-pairs", at: ({ pairsId }) => `queues/${pairsId}/annotate`, shows: /tie/i },
  { name: "datasets", at: () => "datasets", shows: /support-tone/ },
  { name: "dataset", at: ({ datasetId }) => `datasets/${datasetId}`, shows: /kind/ },
  { name: "evaluations", at: () => "evaluations", shows: /Tone/ },
  { name: "evaluation", at: ({ evaluationId }) => `evaluations/${evaluationId}`, shows: /tone-judge/ },
  { name: "models", at: () => "models", shows: /shop-assistant/ },
  { name: "model", at: ({ modelId }) => `models/${modelId}?tab=checkpoints`, shows: /base/ },
  { name: "training", at: () => "training", shows: /shop-assistant/ },
  { name: "new-job", at: ({ modelId }) => `training/new?model=${modelId}`, shows: /Start training/ },
  { name: "job", at: ({ jobId }) => `training/${jobId}`, shows: /Completed/ },
  { name: "job-live", at: ({ secondJobId }) => `training/${secondJobId}`, shows: /Running|Completed/ },
  {
    name: "compare",
    at: ({ jobId, secondJobId }) => `training/compare?jobs=${jobId},${secondJobId}`,
    shows: /loss/i,
    act: (page) =>
      expect(page.getByRole("row", { name: /^shop-assistant 2/ }).last()).toContainText(/\d\.\d/),
  },
  { name: "playground", at: () => "chat", shows: /./, act: chat },
  { name: "settings", at: () => "settings", shows: /Ana/ },
];

let seeded: Seed;

test.describe.configure({ mode: "serial" });

test("the project is filled", async ({ page, signIn, browser }) => {
  test.setTimeout(300_000);
  await signIn(page);
  seeded = await seed(page, browser);
});

for (const { name, ...look } of VARIANTS)
  test(`every screen is pictured: ${name}`, async ({ browser, signIn }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ ...look, reducedMotion: "reduce" });
    const page = await context.newPage();
    await signIn(page);
    for (const screen of SCREENS) await picture(page, screen, name);
    await context.close();
  });

async function picture(page: Page, { name, at, shows, act }: Screen, variant: string): Promise<void> {
  await page.goto(`/projects/${SERVICE.project}/${at(seeded)}`);
  await expect.soft(page.getByText(shows).filter({ visible: true }).first(), name).toBeVisible();
  await act?.(page);
  // The shapes of what is coming, which no role names.
  await expect.soft(page.locator(".animate-late.bg-pressed"), name).toHaveCount(0);
  // Curves whose drawing library is still on its way.
  await expect.soft(page.locator("figure [role=img]:has([data-ink]):not(:has(canvas))"), name).toHaveCount(0);
  await page.screenshot({ path: target(`${ALL}/${name}-${variant}.png`), animations: "disabled" });
  if (variant === "light") await smallPicture(page, name);
}

/** Half the size: text stays readable enough to know a screen by. */
async function smallPicture(page: Page, name: string): Promise<void> {
  const large = await page.screenshot({ animations: "disabled" });
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 720, height: 450 } });
  const small = await context?.newPage();
  await small?.setContent(
    `<body style="margin:0"><img alt="" style="width:720px" src="data:image/png;base64,${large.toString("base64")}">`,
  );
  await small?.screenshot({ path: target(`${SHOWN}/${name}.png`) });
  await context?.close();
}

async function chat(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Where is my order?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
}

function target(file: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return file;
}
