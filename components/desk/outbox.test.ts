import { expect, test } from "vitest";
import { createOutbox } from "./outbox.ts";

const REFUSAL = new Error("refused");
const HICCUP = new Error("unreachable");

/** An outbox whose pauses end when the test says so, and a record of what happened. */
function anOutbox() {
  const events: string[] = [];
  const resumes: (() => void)[] = [];
  const outbox = createOutbox({
    isFinal: (error) => error === REFUSAL,
    pause: (failures, signal) =>
      new Promise((resolve) => {
        events.push(`pause ${failures}`);
        resumes.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
  });
  const push = (itemId: string, name: string, run: () => Promise<void>) =>
    outbox.push({
      itemId,
      carriesAnswers: true,
      run: () => {
        events.push(`run ${name}`);
        return run();
      },
      onDone: () => events.push(`done ${name}`),
      onRefused: () => events.push(`refused ${name}`),
    });
  const resume = () => resumes.shift()?.();
  return { outbox, events, push, resume };
}

/** Lets everything run that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const ok = () => Promise.resolve();
const refuse = () => Promise.reject(REFUSAL);

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

test("what is sent goes out and is counted until it has arrived", async () => {
  const { outbox, events, push } = anOutbox();
  const { wait, open } = gate();
  push("a", "one", wait);
  expect(outbox.read()).toEqual({ waiting: 1, isStuck: false });
  open();
  await settle();
  expect(events).toEqual(["run one", "done one"]);
  expect(outbox.read()).toEqual({ waiting: 0, isStuck: false });
});

test("jobs of one item wait for each other, those of other items do not", async () => {
  const { events, push } = anOutbox();
  const { wait, open } = gate();
  push("a", "first", wait);
  push("a", "second", ok);
  push("b", "other", ok);
  await settle();
  expect(events).toEqual(["run first", "run other", "done other"]);
  open();
  await settle();
  expect(events.slice(3)).toEqual(["done first", "run second", "done second"]);
});

test("a failure that may pass is tried again and shows meanwhile", async () => {
  const { outbox, events, push, resume } = anOutbox();
  let isUp = false;
  push("a", "one", () => (isUp ? ok() : Promise.reject(HICCUP)));
  await settle();
  expect(outbox.read()).toEqual({ waiting: 1, isStuck: true });
  resume();
  await settle();
  isUp = true;
  resume();
  await settle();
  expect(events).toEqual(["run one", "pause 1", "run one", "pause 2", "run one", "done one"]);
  expect(outbox.read()).toEqual({ waiting: 0, isStuck: false });
});

test("a refusal is told once, and later jobs of the item still run", async () => {
  const { events, push } = anOutbox();
  push("a", "one", refuse);
  push("a", "two", ok);
  await settle();
  expect(events).toEqual(["run one", "refused one", "run two", "done two"]);
});

test("a cancelled job is not tried again, and what follows it runs after it", async () => {
  const { outbox, events, push } = anOutbox();
  push("a", "answers", () => Promise.reject(HICCUP));
  await settle();
  outbox.cancel("a");
  push("a", "undo", ok);
  await settle();
  expect(events).toEqual(["run answers", "pause 1", "run undo", "done undo"]);
  expect(outbox.read().waiting).toBe(0);
});

test("a job that is on its way when it is cancelled ends before the next, without a word", async () => {
  const { outbox, events, push } = anOutbox();
  const { wait, open } = gate();
  push("a", "answers", wait);
  outbox.cancel("a");
  push("a", "undo", ok);
  await settle();
  expect(events).toEqual(["run answers"]);
  open();
  await settle();
  expect(events).toEqual(["run answers", "run undo", "done undo"]);
});

test("jobs without answers are not counted", () => {
  const { outbox } = anOutbox();
  outbox.push({ itemId: "a", carriesAnswers: false, run: gate().wait, onRefused: () => {} });
  expect(outbox.read().waiting).toBe(0);
});

test("listeners hear of every change until they leave", async () => {
  const { outbox, push } = anOutbox();
  const seen: number[] = [];
  const leave = outbox.subscribe(() => seen.push(outbox.read().waiting));
  push("a", "one", ok);
  await settle();
  leave();
  push("b", "two", ok);
  await settle();
  expect(seen).toEqual([1, 0]);
});
