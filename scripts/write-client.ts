// `npx node scripts/write-client.ts`: writes the client for other projects, examples/typescript/spindle-client.ts, from the contract.
import fs from "node:fs";
import path from "node:path";
import { clientSource } from "./client/client-source.ts";

const FILE = path.resolve(import.meta.dirname, "../examples/typescript/spindle-client.ts");

fs.writeFileSync(FILE, clientSource());
console.log(`Wrote ${path.relative(process.cwd(), FILE)}`);
