/**
 * The rooms of `lib`, from the ground up: each may import those above it in this list and no other. The import rules, the drawing in
 * docs/architecture.md and the check of the rooms' READMEs all come from here.
 */
const ROOMS = [
  { name: "contract", what: "every endpoint as data: input, reply, statuses, permission, example" },
  { name: "client", what: "calls the API by its contract, for pages and programs" },
  { name: "platform", what: "settings, errors, log, database, files, processes: what every room stands on" },
  { name: "engine", what: "samples and trains a model through one port; tokenizer and chat template" },
  { name: "access", what: "who asks and what they may: accounts, sessions, keys, members, projects, audit" },
  { name: "compat", what: "what the Weave SDK stores beside calls: objects, tables, references, files" },
  { name: "traces", what: "what happened: calls, threads, feedback, imports, OpenTelemetry" },
  { name: "annotation", what: "queues: items, slots, answers, questions, agreement" },
  { name: "datasets", what: "recipes that turn answers into training data, and their versions" },
  { name: "models", what: "base models, models, checkpoints, upstreams" },
  { name: "serving", what: "chat: prompts, constrained replies, the sampler process" },
  { name: "training", what: "training files, jobs, plans, losses, the trainer process" },
  { name: "evaluation", what: "how good models are: graders, statistics, evaluations, promotion" },
  { name: "automation", what: "what follows by itself: webhooks and what is sent to them" },
  { name: "jobs", what: "the worker process with its duties, and what the system says of itself" },
  { name: "edge", what: "HTTP: the front server, sessions, bodies, answers, the first data of a page" },
];

/** A folder with more files than this is one that nobody reads from top to bottom. */
const MAX_FILES = 25;

module.exports = { ROOMS, MAX_FILES };
