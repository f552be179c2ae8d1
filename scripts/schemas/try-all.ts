// `npm run schemas`: draws replies by chance under schemas and holds them against another checker, measures what a constraint costs, and
// writes the section of this kind of machine in docs/benchmarks.md.
import { parseArgs } from "node:util";
import { processors, writeSection } from "../bench-engine/write-section.ts";
import { measureTokens } from "./measure-tokens.ts";
import { schemaReport } from "./report.ts";
import { suiteSchemas } from "./suite-schemas.ts";
import { toolSchemas } from "./tool-schemas.ts";
import { tryAll } from "./try-schema.ts";

const USAGE = `Draws replies by chance under schemas, and holds them against another checker.

  npm run schemas -- [options]

  --suite <folder>   a checkout of github.com/json-schema-org/JSON-Schema-Test-Suite; without it only tools are tried
  --print            prints, and writes nothing into docs/benchmarks.md
  --show             also says of each schema that is refused, and of each value that is missed, which one it is
`;

const { values } = parseArgs({
  options: {
    suite: { type: "string" },
    print: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else {
  const sources = [...(values.suite === undefined ? [] : suiteSchemas(values.suite)), ...toolSchemas()];
  const tried = sources.map(({ name, schemas }) => ({ name, outcomes: tryAll(schemas) }));
  const lines = schemaReport(tried, await measureTokens());
  console.log(lines.join("\n"));
  if (values.show)
    for (const { outcomes } of tried)
      for (const { title, refusal, misfits, missed } of outcomes)
        if (refusal !== null || misfits.length > 0 || missed.length > 0)
          console.log(JSON.stringify({ title, refusal, misfits, missed }));
  if (!values.print && values.suite !== undefined) writeSection(`Schemas on ${processors()}`, lines);
  process.exitCode = tried.some(({ outcomes }) => outcomes.some(({ misfits }) => misfits.length > 0)) ? 1 : 0;
}
