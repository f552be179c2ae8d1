import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { checkHealth } from "#lib/contract/jobs/system.ts";
import { exampleTarget } from "#lib/platform/env.ts";
import { openService, type Service } from "./service.ts";

/** A problem that the person who runs an example has to fix. */
export class WrongUse extends Error {
  override name = "WrongUse";
}

export type Example = {
  /** Shown for --help, in front of the options that all examples have. */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** Answers the exit code. */
  run(service: Service, values: OptionValues): Promise<number>;
};

export type OptionValues = Readonly<Record<string, unknown>>;

const SHARED_OPTIONS = {
  url: { type: "string" },
  key: { type: "string" },
  record: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const SHARED_USAGE = `
  --url <origin>     where the service runs; SPINDLE_URL, or http://127.0.0.1:3000
  --key <API key>    SPINDLE_API_KEY where it is left out
  --record           writes the outcome into docs/benchmarks.md
`;

/** Runs an example against the service that the command line or the environment names, and sets the exit code. */
export async function runExample(example: Example): Promise<void> {
  try {
    const values = parse(example);
    if (values.help) {
      process.stdout.write(example.usage + SHARED_USAGE);
      return;
    }
    process.exitCode = await example.run(await openTarget(values), values);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function parse({ usage, options }: Example): OptionValues {
  try {
    return parseArgs({ options: { ...options, ...SHARED_OPTIONS } }).values;
  } catch (error) {
    throw new WrongUse(
      `${error instanceof Error ? error.message : String(error)}\n\n${usage}${SHARED_USAGE}`,
    );
  }
}

async function openTarget(values: OptionValues): Promise<Service> {
  const target = exampleTarget();
  const url = String(values.url ?? target.url ?? "http://127.0.0.1:3000").replace(/\/+$/, "");
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new WrongUse(`${url} is not an address; use one such as http://127.0.0.1:3000`);
  const key = values.key ?? target.key;
  if (typeof key !== "string" || key === "")
    throw new WrongUse("Give an API key with --key or in SPINDLE_API_KEY; keys are made in the settings");
  // A service that is not there is reported at once, and in its own words.
  await call(checkHealth, {}, { baseUrl: url });
  return openService({ url, key });
}

/** A whole number from 1 that was given as an option, or what counts where it was not. */
export function countOption(values: OptionValues, name: string, otherwise: number): number {
  const value = values[name];
  if (value === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(String(value)))
    throw new WrongUse(`--${name} is a whole number from 1, not ${value}`);
  return Number(value);
}

/** A failure in words for the person at the terminal. */
export function explain(error: unknown): string {
  if (error instanceof WrongUse) return error.message;
  if (error instanceof ApiError) return `The service answered ${error.status}: ${error.message}`;
  if (error instanceof TypeError && error.cause instanceof Error)
    return `The service cannot be reached (${error.cause.message}); is it running, and is --url right?`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
