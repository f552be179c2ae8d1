// `npm run format`: puts files, or those named after `--`, into the project's format and sorts their imports.
import { passThrough } from "../lib/tasks/pass-through.ts";

const args = process.argv.slice(2);
const files = args.length > 0 ? args : ["."];
process.exitCode = await passThrough(["biome", "check", "--write", "--linter-enabled=false", ...files]);
