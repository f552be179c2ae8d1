import os from "node:os";
import { table, takenAt } from "../bench-engine/write-section.ts";
import { fillGrowth, WEEK } from "./growth-rows.ts";
import { percentile } from "./measure.ts";
import type { Product } from "./product.ts";

/** Enough to see what grows with the rows, and quick to fill. */
const USUAL_CALLS = 200_000;
const REQUESTS = 7;
/** A question that takes long is asked less often. */
const ASK_WITHIN_MS = 12_000;

type Asked = { name: string; path: string; body: object };

/** What the pages ask for a project of many calls, written straight into the tables: the lines of the report's section. */
export async function measureGrowth(product: Product, calls = USUAL_CALLS): Promise<string[]> {
  const filledMs = await fillGrowth(product, calls);
  const rows = await askAll(product);
  return [
    ...takenAt(`npm run bench -- growth --calls ${calls}`),
    `Load of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}. ${calls.toLocaleString("en")} calls of about 1.1 KB, sixteen to a thread and half of`,
    "them turns, over thirty days; feedback on every tenth, every hundredth failed, every hundredth in a queue. Written and counted by the worker in",
    `${(filledMs / 1000).toFixed(0)} s. Each question one after the other, up to ${REQUESTS} times.`,
    "",
    ...table(["What", "p50 ms", "Slowest ms", "Answer"], rows),
  ];
}

/** The times of each question, as rows of a table. */
export async function askAll(product: Pick<Product, "url" | "headers" | "project">): Promise<string[][]> {
  const rows: string[][] = [];
  for (const asked of questions(product.project)) {
    const row = [asked.name, ...(await timesOf(product, asked))];
    console.log(row.join(" | "));
    rows.push(row);
  }
  return rows;
}

function questions(project_id: string): Asked[] {
  const threads = (name: string, filter: object, more: object = {}) => ({
    name: `POST /threads/stream_query, ${name}`,
    path: "/threads/stream_query",
    body: { project_id, limit: 50, filter, ...more },
  });
  const summary = (name: string, filter: object) => ({
    name: `POST /threads/summary${name}`,
    path: "/threads/summary",
    body: { project_id, filter },
  });
  const counted = (name: string, body: object) => ({
    name: `POST /calls/query_stats, ${name}`,
    path: "/calls/query_stats",
    body: { project_id, ...body },
  });
  const listed = (name: string, body: object) => ({
    name: `POST /calls/stream_query, ${name}`,
    path: "/calls/stream_query",
    body: {
      project_id,
      limit: 50,
      columns: ["id"],
      sort_by: [{ field: "started_at", direction: "desc" }],
      ...body,
    },
  });
  const searched = (name: string, body: object) => ({
    name: `POST /calls/search, ${name}`,
    path: "/calls/search",
    body: { project_id, columns: ["id"], ...body },
  });
  return [
    threads("last updated first", {}),
    threads("by p99", {}, { sort_by: [{ field: "p99_turn_duration_ms", direction: "desc" }] }),
    threads("with errors", { has_errors: true }),
    threads("with feedback", { has_feedback: true }),
    threads("in a queue", { in_queue: true }),
    threads("in no queue", { in_queue: false }),
    threads("a part of the id that none has", { search: "no such thread" }),
    threads("with feedback, one week", { ...WEEK, has_feedback: true }),
    summary("", {}),
    summary(", traffic", { is_traffic: true }),
    summary(", one week", WEEK),
    summary(", with errors", { has_errors: true }),
    summary(", at least 3 turns", { min_turns: 3 }),
    counted("all", {}),
    counted("roots", { filter: { trace_roots_only: true } }),
    counted("one rare op", { filter: { op_names: ["rare"] } }),
    counted("failed", {
      query: { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } },
    }),
    counted("one week", { query: { $expr: within(WEEK) } }),
    counted("bytes of all", { include_total_storage_size: true }),
    listed("newest with a text that all have", { query: { $expr: holds("assistant") } }),
    listed("a text that none has", { query: { $expr: holds("no such words") } }),
    searched("the newest", {}),
    searched("a text that none has", { query: { $expr: holds("no such words") } }),
    searched("an op that none has", { query: { $expr: contains("op_name", "no such op") } }),
    listed("by a field of the summary", {
      sort_by: [{ field: "summary.usage.tiny.prompt_tokens", direction: "desc" }],
    }),
    counted("a text that none has", { query: { $expr: holds("no such words") }, limit: 10_000 }),
    counted("a text that none has, as the list asks", {
      query: { $expr: holds("no such words") },
      limit: 10_000,
      within_ms: 600,
    }),
  ];
}

/** As the search of the list of calls asks. */
function holds(text: string): object {
  return { $or: ["inputs", "output", "exception"].map((name) => contains(name, text)) };
}

function contains(name: string, text: string): object {
  return { $contains: { input: { $getField: name }, substr: { $literal: text }, case_insensitive: true } };
}

function within({ after_datetime, before_datetime }: typeof WEEK): object {
  const started = { $getField: "started_at" };
  return {
    $and: [
      { $gte: [started, { $literal: after_datetime }] },
      { $lt: [started, { $literal: before_datetime }] },
    ],
  };
}

async function timesOf(product: Pick<Product, "url" | "headers">, { path, body }: Asked): Promise<string[]> {
  const times: number[] = [];
  const answers = new Set<string>();
  for (let spent = 0; times.length < REQUESTS && spent < ASK_WITHIN_MS; spent += times.at(-1) ?? 0) {
    const startedAt = performance.now();
    const response = await fetch(`${product.url}/api${path}`, {
      method: "POST",
      headers: { ...product.headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    times.push(performance.now() - startedAt);
    answers.add(response.ok ? "200" : `${response.status} ${text.slice(0, 60)}`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return [percentile(sorted, 0.5).toFixed(0), (sorted.at(-1) ?? 0).toFixed(0), [...answers].join(", ")];
}
