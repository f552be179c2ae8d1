import { expect, test } from "vitest";
import { sampleFile } from "#lib/testing/data/sample-data.ts";
import { readCalls } from "./read-calls.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** What became of each record: the texts asked, or the reason. */
async function outcomesOf(data: string | Uint8Array, size = 11): Promise<string[]> {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  const records = await Array.fromAsync(readCalls(inPieces(bytes, size)));
  for (const { bytesRead } of records) expect(bytesRead).toBeLessThanOrEqual(bytes.length);
  return records.map(({ unit, number, calls, reason }) => {
    const asked = calls?.map(({ inputs }) => {
      const { messages } = inputs as { messages?: { content: unknown }[] };
      return messages ? messages.at(-1)?.content : "used";
    });
    return `${unit} ${number}: ${asked?.join(", ") ?? reason}`;
  });
}

const shared = (question: string) => ({
  id: question,
  conversations: [
    { from: "human", value: question },
    { from: "gpt", value: 'It is "fine" \\ {[ü🙂' },
  ],
});
const ARRAY = [shared("One"), shared("Two"), shared("Three")];
const ALL = ["record 1: One", "record 2: Two", "record 3: Three"];

test.each([1, 7, 100_000])("a JSON array is read %d bytes at a time, however it is written", async (size) => {
  for (const text of [
    JSON.stringify(ARRAY),
    JSON.stringify(ARRAY, null, 2),
    `\ufeff ${JSON.stringify(ARRAY)}`,
  ])
    expect(await outcomesOf(text, size)).toEqual(ALL);
  expect(await outcomesOf(ARRAY.map((one) => JSON.stringify(one, null, 2)).join("\n"), size)).toEqual(ALL);
  expect(await outcomesOf(ARRAY.map((one) => JSON.stringify(one)).join("\n"), size)).toEqual(
    ALL.map((outcome) => outcome.replace("record", "line")),
  );
});

const NOT_JSON = "record 2: it is not JSON";
const UNMATCHED = `${NOT_JSON}: its brackets do not match`;

test.each([
  ["a missing quote", '"Two"', '"Two', UNMATCHED],
  ["a missing comma", '"Two",', '"Two"', NOT_JSON],
  ["a missing bracket", '"id":"Two","conversations":[', '"id":"Two","conversations":', UNMATCHED],
  ["a missing brace", '{"id":"Three"', '[{"id":"Three"', UNMATCHED],
])("%s spoils its own record alone", async (_, whole, broken, reason) => {
  const text = JSON.stringify(ARRAY, null, 0).replaceAll("},{", "},\n{");
  const damaged = broken.startsWith("[{")
    ? text.replace(`}]},\n${whole}`, `}],\n${whole}`)
    : text.replace(whole, broken);
  expect(damaged).not.toBe(text);
  expect(await outcomesOf(damaged)).toEqual([ALL[0], reason, ALL[2]]);
});

test("a broken byte spoils its own record alone", async () => {
  for (const text of [JSON.stringify(ARRAY), ARRAY.map((one) => JSON.stringify(one)).join("\n")]) {
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf("Two") + 1] = 0xff;
    const [first, second, third] = await outcomesOf(bytes);
    expect(first).toMatch(/ 1: One$/);
    expect(second).toMatch(/ 2: it is not UTF-8$/);
    expect(third).toMatch(/ 3: Three$/);
  }
});

test("an array that is cut off keeps what came before", async () => {
  const text = JSON.stringify(ARRAY);
  expect(await outcomesOf(text.slice(0, text.indexOf("Three") + 10))).toEqual([
    ...ALL.slice(0, 2),
    "record 3: it is not JSON: its brackets do not match",
  ]);
});

test("a record that is too long is not kept in memory, and the next is found", async () => {
  async function* endless() {
    yield Buffer.from(`[${JSON.stringify(shared("One"))},{"id":"`);
    for (let i = 0; i < 34; i++) yield Buffer.alloc(1024 * 1024, "x");
    yield Buffer.from(`"},${JSON.stringify(shared("Three"))}]`);
  }
  const records = await Array.fromAsync(readCalls(endless()));
  expect(records.map(({ reason }) => reason?.replace(/\d+/, "n"))).toEqual([
    undefined,
    `it is n bytes long; at most ${32 * 1024 * 1024} are read`,
    undefined,
  ]);
});

const PUBLISHED = {
  dialogue_id: "1_00000",
  services: ["Tables_1"],
  turns: [
    { speaker: "USER", utterance: "A table?", frames: [{ service: "Tables_1", state: {}, slots: [] }] },
    {
      speaker: "SYSTEM",
      utterance: "Booked.",
      frames: [
        {
          service: "Tables_1",
          service_call: { method: "Reserve", parameters: { seats: "2" } },
          service_results: [{ ok: "True" }],
        },
      ],
    },
  ],
};

test("dialogues are read as the data set is published: as an array, or one per line", async () => {
  for (const text of [JSON.stringify([PUBLISHED], null, 2), JSON.stringify(PUBLISHED)]) {
    const [record] = await Array.fromAsync(readCalls(inPieces(Buffer.from(text), 64)));
    expect(record?.calls).toMatchObject([
      { threadId: "1_00000", output: { role: "assistant", content: "Booked." } },
      { opName: "Tables_1.Reserve", inputs: { seats: "2" }, output: [{ ok: "True" }] },
    ]);
  }
});

const table = Array.from({ length: 30 }, (_, i) => `${i},question,answer`).join("\n");
const others = Array.from({ length: 30 }, () => '{"question": "x", "answer": "y"}').join("\n");

test.each([
  ["gzip", Buffer.from([0x1f, 0x8b, 8, 0]), /^it is compressed with gzip/],
  ["a ZIP archive", Buffer.from("PK\u0003\u0004…"), /^it is a ZIP archive/],
  ["UTF-16", Buffer.from("\ufeff[]", "utf16le"), /^it is text in UTF-16: save it as UTF-8$/],
  ["binary data", Buffer.from([1, 2, 0, 3]), /^it is binary data/],
  ["a table", Buffer.from(table), /^it looks like a table.* none of its first 20 lines/],
  ["a page", Buffer.from("<p>\n".repeat(30)), /^it looks like a web page/],
  [
    "other objects",
    Buffer.from(others),
    /^none of its first 20 lines has a conversation \(line 1: it has none of .*; it has "question", "answer"\)$/,
  ],
])("a file that is %s is refused once, by what it is", async (_, bytes, message) => {
  await expect(outcomesOf(bytes, 1000)).rejects.toThrow(message);
});

test("a short file without a conversation is reported record by record", async () => {
  expect(await outcomesOf("broken\n{}")).toEqual([
    "line 1: it is not JSON",
    expect.stringMatching(/^line 2: it has none of/),
  ]);
});

test.each([
  ["nothing", "", "it is empty"],
  ["a byte order mark", "\ufeff", "it is empty"],
  ["blank lines", " \n\n", "it holds only blank lines"],
  ["an empty list", "[ ]\n", "it holds only empty lists"],
  ["brackets without end", "[".repeat(200_000), "it is not JSON: it holds only brackets"],
])("a file of %s says so", async (_, text, message) => {
  await expect(outcomesOf(text, 1000)).rejects.toThrow(new RegExp(`^${message}$`));
});

const dialogues = sampleFile("sgd-dialogues.jsonl");

test.skipIf(!dialogues)("an array of real dialogues holds what its lines hold", async () => {
  const { readFileSync } = await import("node:fs");
  const lines = readFileSync(dialogues ?? "", "utf8").trim();
  const array = JSON.stringify(
    lines.split("\n").map((line) => JSON.parse(line)),
    null,
    2,
  );
  const idsIn = async (text: string) =>
    (await Array.fromAsync(readCalls(inPieces(Buffer.from(text), 65_536)))).map(({ calls }) =>
      calls?.map(({ id }) => id),
    );
  expect(await idsIn(array)).toEqual(await idsIn(lines));
});
