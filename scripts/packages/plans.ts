/** A package that is published, and what of `lib` goes into it. */
export type PackagePlan = {
  readonly name: string;
  readonly description: string;
  /** Below this folder: the README, and `entry.ts`, which says what the package exports. */
  readonly folder: string;
  /** The room whose files stand at the top of the package; those of other rooms keep the name of theirs as a folder. */
  readonly room: string;
  /** Each module of the room can be imported by its path, too. */
  readonly opensRoom: boolean;
  /** Rooms that another of these packages holds. */
  readonly others: Readonly<Record<string, string>>;
  /** Packages of npm, in the versions that this project pins. */
  readonly dependencies: readonly string[];
  /** Files that go along as they are, by their place in the package. */
  readonly files: Readonly<Record<string, string>>;
};

const ENGINES = [
  "onnxruntime-node",
  "@huggingface/tokenizers",
  "@huggingface/jinja",
  "@bufbuild/protobuf",
  "zod",
];

/** In an order in which each finds the ones before it. */
export const PACKAGES: readonly PackagePlan[] = [
  {
    name: "@spindle/contract",
    description: "Every endpoint of Spindle as data: input, reply, statuses, permission, example",
    folder: "scripts/packages/contract",
    room: "lib/contract",
    opensRoom: true,
    others: {},
    dependencies: ["zod"],
    files: {},
  },
  {
    name: "@spindle/client",
    description: "Calls a Spindle service from Node, browsers, Deno and Bun, with types",
    folder: "scripts/packages/client",
    room: "lib/client",
    opensRoom: false,
    others: { "lib/contract": "@spindle/contract" },
    dependencies: [],
    files: {},
  },
  {
    name: "@spindle/engine",
    description: "Trains and samples small language models in Node, on the processor",
    folder: "scripts/packages/engine",
    room: "lib/engine",
    opensRoom: false,
    others: { "lib/contract": "@spindle/contract" },
    dependencies: ENGINES,
    files: { "spindle-mini": "lib/models/base-models/spindle-mini" },
  },
];
