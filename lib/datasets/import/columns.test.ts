import fc from "fast-check";
import { expect, test } from "vitest";
import { COLUMN_FIELDS, type Columns, guessColumns, lackOfColumns, readAs, rowOfCells } from "./columns.ts";
import { namedColumnsIn, withNamedColumns } from "./named-columns.ts";
import { proposeColumns } from "./propose-columns.ts";

test.each([
  [["prompt", "completion"], { prompt: "prompt", completion: "completion" }],
  [["Question", "The answer", "Response"], { prompt: "Question", completion: "Response" }],
  [["input", "prompt"], { prompt: "prompt" }],
  [["Ground-truth", "INSTRUCTION", "topic"], { reference: "Ground-truth", prompt: "INSTRUCTION" }],
  [["Frage", "Antwort", "Nummer"], { prompt: "Frage", completion: "Antwort" }],
  [["Question", "Réponse"], { prompt: "Question", completion: "Réponse" }],
  [["is_good", "better", "worse"], { label: "is_good", chosen: "better", rejected: "worse" }],
])("columns called %j are guessed by their names", (header, columns) => {
  expect(guessColumns(header)).toEqual(columns);
});

test("where names say nothing, the first two columns of text are proposed in their order, and only those", () => {
  const header = ["id", "kunde", "schalter", "tag"];
  const rows = [
    ["1", "Wo ist mein Paket?", "Es kommt morgen.", "2026-11-01"],
    ["2", "Liefern Sie nach Bern?", "", "2026-11-02"],
    ["3", "", "Ja, gern.", ""],
  ];
  expect(proposeColumns({ header, rows })).toEqual({ prompt: "kunde", completion: "schalter" });
  expect(
    proposeColumns({ header: ["id", "tag"], rows: rows.map(([id = "", , , tag = ""]) => [id, tag]) }),
  ).toEqual({});
  expect(proposeColumns({ header: ["prompt", "said"], rows: [["Where is it?", "It is here."]] })).toEqual({
    prompt: "prompt",
    completion: "said",
  });
  const rated = {
    header: ["prompt", "chosen", "rejected", "note"],
    rows: [["Where is it?", "Here.", "No.", "So it is."]],
  };
  expect(proposeColumns(rated)).toEqual({ prompt: "prompt", chosen: "chosen", rejected: "rejected" });
});

test("no column is guessed to be two things, whatever they are called", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (header) => {
      const guessed = Object.values(guessColumns([...header, "prompt"]));
      return new Set(guessed).size === guessed.length && guessed.includes("prompt");
    }),
  );
});

test("what is missing is said before anything is sent", () => {
  expect(lackOfColumns({})).toMatch(/prompt/);
  expect(lackOfColumns({ prompt: "a", chosen: "b" })).toMatch(/rejected/);
  expect(lackOfColumns({ prompt: "a", label: "b" })).toMatch(/completion/);
  for (const columns of [{ messages: "m" }, { prompt: "a" }, { prompt: "a", completion: "b", label: "c" }])
    expect(lackOfColumns(columns)).toBeNull();
});

test("cells are what their field holds, and those of no field keep their name", () => {
  const columns = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, field]));
  const cells = {
    messages: "",
    prompt: '[{"role":"user","content":"a"}]',
    completion: "[not a list]",
    label: "Yes",
    reward: "0.5",
    weight: "much",
    reference: "'=1",
    own: "''=1",
    topic: "bills",
    empty: "",
  };
  expect(rowOfCells(cells, columns)).toEqual({
    prompt: [{ role: "user", content: "a" }],
    completion: "[not a list]",
    label: true,
    reward: 0.5,
    weight: "much",
    reference: "=1",
    own: "'=1",
    topic: "bills",
  });
  expect(rowOfCells({ a: "Be brief.", b: "Hello" }, { system: "a", prompt: "b" })).toEqual({
    prompt: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
  });
});

test("what is no text is read as it is, and what is no row stays what it is", () => {
  const talk = [{ role: "user", content: "a" }];
  const columns = { prompt: "question", label: "fine" };
  expect(readAs({ question: talk, fine: true, shelf: [1], gone: null }, columns)).toEqual({
    prompt: talk,
    label: true,
    shelf: [1],
  });
  expect([readAs("a", columns), readAs({ question: "a" }, null)]).toEqual(["a", { question: "a" }]);
});

test("a reference gives back what was said of the columns, whatever they are called", () => {
  const ref = "weave:///acme/support/object/talks:v0";
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...COLUMN_FIELDS), fc.string({ unit: "binary" })), (said) => {
      const columns: Columns = { messages: "m", ...said };
      const named = namedColumnsIn(withNamedColumns(ref, columns));
      expect({ ...named.columns }).toEqual({ ...columns });
      expect(named).toMatchObject({ ref, fault: null });
    }),
  );
  expect(namedColumnsIn(ref)).toEqual({ ref, columns: null, fault: null });
  expect(namedColumnsIn(`${ref}?question=prompt`).fault).toMatch(/"question" is nothing that a row has/);
  expect(namedColumnsIn(`${ref}?completion=answer`).fault).toMatch(/prompt/);
});
