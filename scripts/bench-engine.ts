// `npm run bench:engine`: measures the embedded engine on this machine and writes the section of this kind of machine in docs/benchmarks.md.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { inOwnProcess } from "./bench-engine/in-own-process.ts";
import { GPT2_SIZED, writeRandomModel } from "./bench-engine/memory.ts";
import { type MeasuredWork, memoryReport } from "./bench-engine/memory-report.ts";
import { benchedJobs } from "./bench-engine/probed-jobs.ts";
import { measureRates } from "./bench-engine/rates.ts";
import { type MeasuredRates, ratesReport } from "./bench-engine/rates-report.ts";
import { type EngineFigures, engineReport } from "./bench-engine/report.ts";
import { type MeasuredMemory, sampleMemoryReport } from "./bench-engine/sample-memory-report.ts";
import { measureService } from "./bench-engine/service.ts";
import type { ShapeName } from "./bench-engine/shapes.ts";
import { processors, writeSection } from "./bench-engine/write-section.ts";

const USAGE = `Measures the embedded engine on this machine and writes the section of this kind of machine in docs/benchmarks.md.

  npm run bench:engine -- [options]

  --quick              short measurements that are only printed
  --samples            only what the samples of a job cost it, in memory and time; a minute
  --memory             only what a model of 124 M parameters takes of memory, estimated and measured; a minute
  --rates              only what probes of learning rates propose, and what comes of it; half an hour, the sample data make it better
  --no-service         leaves out what needs the whole service (first loss, chat)
  --no-characters      leaves out the training of a character model (a minute); without the sample data it is left out anyway
`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    samples: { type: "boolean", default: false },
    memory: { type: "boolean", default: false },
    rates: { type: "boolean", default: false },
    "no-service": { type: "boolean", default: false },
    "no-characters": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const THREADS = [1, 2];
const STREAMS = [1, 8, 32];
const SHAPE_NAMES: readonly ShapeName[] = ["small", "large"];
const FULL = { seconds: 12, passes: 5, steps: 2000, jobs: 5, requests: 40 };
const QUICK = { seconds: 2, passes: 1, steps: 40, jobs: 1, requests: 3 };

if (values.help) process.stdout.write(USAGE);
else if (values.samples) await benchSamples();
else if (values.memory) await benchMemory();
else if (values.rates) await benchRates();
else await bench();

async function bench(): Promise<void> {
  const effort = values.quick ? QUICK : FULL;
  const lines = engineReport(await measureAll(effort));
  console.log(lines.join("\n"));
  if (!values.quick) writeSection(`Engine on ${processors()}`, lines);
}

async function benchSamples(): Promise<void> {
  const [loadBefore = 0] = os.loadavg();
  const measured: MeasuredMemory[] = [];
  for (const model of ["spindle-mini", "25 M"] as const)
    for (const mode of ["full", "lora"] as const) {
      announce(`samples of ${model}, ${mode}`);
      const without = await inOwnProcess("sample-memory", { model, mode, reportsSamples: false });
      const withSamples = await inOwnProcess("sample-memory", { model, mode, reportsSamples: true });
      measured.push({ model, mode, without, with: withSamples });
    }
  const lines = sampleMemoryReport(measured, loadBefore);
  console.log(lines.join("\n"));
  if (!values.quick) writeSection(`Samples of a job on ${processors()}`, lines);
}

async function benchMemory(): Promise<void> {
  const [loadBefore = 0] = os.loadavg();
  const folder = await mkdtemp(path.join(os.tmpdir(), "spindle-bench-memory-"));
  try {
    announce("the writing of random weights");
    await writeRandomModel(folder, GPT2_SIZED);
    const measured: MeasuredWork[] = [];
    for (const work of ["chat", "scores", "an adapter", "all weights"] as const) {
      announce(`the memory of ${work}`);
      const figures = await inOwnProcess("memory", { work, folder, config: GPT2_SIZED });
      measured.push({ work, figures });
    }
    const lines = memoryReport(measured, loadBefore);
    console.log(lines.join("\n"));
    if (!values.quick) writeSection(`Memory of 124 M parameters on ${processors()}`, lines);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchRates(): Promise<void> {
  const [loadBefore = 0] = os.loadavg();
  const folder = process.env.SPINDLE_SAMPLE_DATA || path.resolve(import.meta.dirname, "../../shared/data");
  const measured: MeasuredRates[] = [];
  for (const seed of values.quick ? [1] : [1, 2, 3])
    for (const { job, start } of benchedJobs(seed, folder)) {
      announce(`rates of ${job.name}, seed ${seed}`);
      const figures = await measureRates(job, { seed, start });
      measured.push({ job: job.name, start: start?.name ?? "base model", seed, figures });
    }
  const lines = ratesReport(measured, loadBefore);
  console.log(lines.join("\n"));
  if (!values.quick) writeSection(`Probes of rates on ${processors()}`, lines);
}

async function measureAll({ seconds, passes, steps, jobs, requests }: typeof FULL): Promise<EngineFigures> {
  const [loadBefore = 0] = os.loadavg();
  const training: EngineFigures["training"] = [];
  const decoding: EngineFigures["decoding"] = [];
  for (const shape of SHAPE_NAMES)
    for (const threads of THREADS) {
      announce(`training ${shape}, ${threads} threads`);
      const trained = await inOwnProcess("training", { shape, threads, seconds });
      training.push({ shape, threads, figures: trained });
      announce(`decoding ${shape}, ${threads} threads`);
      const decoded = await inOwnProcess("decoding", { shape, threads, passes, streams: STREAMS });
      decoding.push(...decoded.map((figures) => ({ shape, threads, figures })));
    }
  if (!values["no-service"]) announce("the service");
  const service = values["no-service"] ? null : await measureService({ jobs, requests });
  if (!values["no-characters"]) announce("a character model");
  const characters = values["no-characters"] ? null : await inOwnProcess("characters", { steps, threads: 2 });
  return { training, decoding, service, characters, loadBefore };
}

function announce(what: string): void {
  process.stderr.write(`Measuring ${what} …\n`);
}
