// One measurement in a process of its own, so that its memory is its own: node own-process.ts training|decoding|characters|memory|sample-memory <JSON>.
import { trainCharacters } from "./characters/train-characters.ts";
import { measureDecoding } from "./decoding.ts";
import { measureMemory } from "./memory.ts";
import { measureSampleMemory } from "./sample-memory.ts";
import { measureTraining } from "./training.ts";

const [name = "", load = "{}"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measured(name, load)));
process.exit(0); // the runtime's threads would keep it

async function measured(name: string, load: string): Promise<unknown> {
  if (name === "training") return measureTraining(JSON.parse(load));
  if (name === "decoding") return measureDecoding(JSON.parse(load));
  if (name === "characters") return trainCharacters(JSON.parse(load));
  if (name === "memory") return measureMemory(JSON.parse(load));
  if (name === "sample-memory") return measureSampleMemory(JSON.parse(load));
  throw new Error(
    `There is no measurement ${name}; use training, decoding, characters, memory or sample-memory`,
  );
}
