import fs from "node:fs";
import path from "node:path";
import type { NamedSchema } from "./try-schema.ts";

type Group = {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[];
};

/** The schemas of draft 2020-12 in a checkout of the suite, what every validator must know apart from the rest. */
export function suiteSchemas(checkout: string): { name: string; schemas: NamedSchema[] }[] {
  const root = path.join(checkout, "tests/draft2020-12");
  return [
    { name: "JSON Schema Test Suite, draft 2020-12", schemas: schemasIn(root, true) },
    { name: "the same, formats", schemas: schemasIn(path.join(root, "optional/format"), false) },
  ];
}

function schemasIn(folder: string, notesFormats: boolean): NamedSchema[] {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.flatMap((file) =>
    // The suite is read as it is; a file of another form fails here.
    (JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as Group[]).map(
      ({ description, schema, tests }) => ({
        title: `${file}: ${description}`,
        schema,
        valid: tests.filter(({ valid }) => valid).map(({ data }) => data),
        notesFormats,
      }),
    ),
  );
}
