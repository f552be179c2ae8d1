// Who may import whom. Everything that is not listed as allowed for a folder here is an error of `npm run verify`.

/** What each capability may know of the others; all of them may know `FOUNDATION`. */
const NEIGHBOURS = {
  accounts: [],
  agreement: [],
  audit: [],
  "base-models": ["engine", "text"],
  calls: ["feedback", "live", "query", "references"],
  chat: ["base-models", "calls", "engine", "files", "generation", "models", "sampler", "text", "upstreams"],
  "content-files": [],
  engine: [],
  feedback: ["calls", "objects", "query"],
  files: ["base-models", "text", "training"],
  generation: ["engine", "text"],
  graphql: [],
  keys: ["projects"],
  live: [],
  members: ["accounts", "projects"],
  models: ["base-models", "engine", "live", "text", "upstreams"],
  nodes: [],
  objects: ["query"],
  otel: ["calls"],
  people: ["accounts", "queues"],
  places: ["calls"],
  projects: ["training"],
  queues: ["agreement", "calls", "feedback", "live", "objects", "query"],
  references: ["objects", "tables"],
  sampler: ["base-models", "engine", "generation", "models", "processes", "text", "upstreams"],
  system: ["nodes", "processes", "sampler", "worker"],
  tables: ["objects", "query"],
  text: ["engine"],
  threads: ["calls", "query"],
  trainer: [
    "base-models",
    "engine",
    "files",
    "generation",
    "models",
    "nodes",
    "processes",
    "text",
    "training",
    "worker",
  ],
  training: ["base-models", "engine", "files", "generation", "live", "models", "text", "upstreams"],
  upstreams: [],
};

/** What each screen shows of the others; all of them may use `components/ui` and `components/layout`. */
const SCREENS = {
  account: ["projects"],
  "api-docs": [],
  audit: ["projects"],
  calls: ["conversation", "feedback", "live", "projects", "queues"],
  chat: ["account", "calls", "conversation", "feedback", "models", "projects", "queues"],
  conversation: [],
  desk: ["account", "calls", "conversation", "feedback", "live", "projects", "queues"],
  feedback: ["account", "projects"],
  "feedback-list": ["account", "calls", "feedback", "members", "projects"],
  files: ["conversation", "models", "projects", "training"],
  live: ["projects"],
  machines: ["account", "projects"],
  members: ["account", "projects"],
  models: ["chat", "live", "projects", "training"],
  people: ["account", "projects"],
  projects: ["account", "audit", "members"],
  quality: ["account", "calls", "conversation", "feedback", "projects", "queues"],
  queues: ["account", "calls", "conversation", "feedback", "live", "members", "projects"],
  threads: ["account", "calls", "conversation", "feedback", "live", "projects", "queues"],
  training: ["calls", "conversation", "live", "models", "projects", "queues"],
  upstreams: ["account", "projects"],
};

/** Files at the top of lib and the folders that every verb stands on. */
const FOUNDATION = "^lib/([^/]+\\.ts$|contract/|db/|auth/|audit/|json/|refs/|storage/|generated/)";
const CAPABILITY = `^lib/(${Object.keys(NEIGHBOURS).join("|")})/`;
const TEST = "\\.test\\.tsx?$|^lib/testing/|^e2e/|^scripts/(bench|proof)";
const OURS = "^(app|components|lib|scripts|e2e|prisma|[^/]+\\.(ts|js|mjs)$)";

/** A rule: files under `from` may import of ours only what `allowed` matches. Tests are free to build what they need. */
function only(name, from, allowed) {
  return {
    name,
    severity: "error",
    from: { path: from, pathNot: TEST },
    to: { path: OURS, pathNot: [from, ...allowed] },
  };
}

/** A rule: files under `from` may not import packages that `packages` matches. */
function without(name, from, packages) {
  return {
    name,
    severity: "error",
    from: { path: from, pathNot: TEST },
    to: { path: `node_modules/(${packages})/` },
  };
}

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    // The compiler reports packages that are missing; this reports our own files.
    { name: "no-unknown-imports", severity: "error", from: {}, to: { couldNotResolve: true, path: "^[#.]" } },
    {
      name: "no-barrels",
      severity: "error",
      from: { path: OURS },
      to: { path: "(^|/)index\\.(ts|tsx|js|mjs)$", pathNot: "node_modules" },
    },
    {
      name: "internal-files-stay-in-their-folder",
      severity: "error",
      from: { path: "^(.+)/[^/]+$" },
      to: { path: "\\.internal\\.tsx?$", pathNot: "^$1/[^/]+$" },
    },
    {
      name: "test-helpers-are-for-tests",
      severity: "error",
      from: { pathNot: `${TEST}|^scripts/schema-diff\\.ts$` },
      to: { path: "^lib/testing/" },
    },
    {
      name: "the-contract-knows-only-zod",
      severity: "error",
      from: { path: "^lib/contract/", pathNot: TEST },
      to: { pathNot: ["^lib/contract/", "node_modules/zod/"] },
    },
    {
      name: "zod-is-zod-mini",
      severity: "error",
      from: { pathNot: "node_modules|^lib/contract/zod\\.ts$" },
      to: { path: "node_modules/zod/", pathNot: "node_modules/zod/mini/" },
    },
    // A second way in would bring along all that the first one leaves out.
    {
      name: "one-way-for-zod-into-the-browser",
      severity: "error",
      from: {
        path: "^(components|app|lib/client|lib/contract|lib/traces/import)/",
        pathNot: `${TEST}|^lib/contract/(zod|wire-schema)\\.ts$`,
      },
      to: { path: "node_modules/zod/" },
    },
    only("the-client-knows-the-contract", "^lib/client/", ["^lib/contract/"]),
    only("the-import-knows-the-client", "^lib/traces/import/", ["^lib/(contract|client)/"]),
    {
      name: "the-import-runs-in-the-browser",
      severity: "error",
      from: { path: "^lib/traces/import/", pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    only("the-database-knows-no-verb", "^lib/platform/db/", ["^lib/([^/]+\\.ts$|contract/|generated/)"]),
    only("queries-know-no-verb", "^lib/(query|json|refs)/", ["^lib/(errors\\.ts$|contract/|db/|json/)"]),
    only("access-knows-no-verb", "^lib/auth/", ["^lib/([^/]+\\.ts$|contract/|db/|generated/|audit/)"]),
    only("http-knows-no-verb-but-access", "^lib/http/", [
      "^lib/([^/]+\\.ts$|contract/|db/|auth/|audit/|json/|storage/|generated/)",
    ]),
    only("storage-knows-no-verb", "^lib/platform/storage/", ["^lib/[^/]+\\.ts$"]),
    only("engines-and-text-know-no-data", "^lib/(engine|text)/", ["^lib/[^/]+\\.ts$", "^lib/(engine|text)/"]),
    only("the-front-server-knows-no-verb", "^lib/edge/front/", ["^lib/([^/]+\\.ts$|http/)"]),
    only("processes-know-no-verb", "^lib/platform/processes/", ["^lib/[^/]+\\.ts$"]),
    ...Object.entries(NEIGHBOURS).map(([capability, neighbours]) =>
      only(`neighbours-of-${capability}`, `^lib/${capability}/`, [
        FOUNDATION,
        ...neighbours.map((neighbour) => `^lib/${neighbour}/`),
      ]),
    ),
    without(
      "verbs-know-neither-next-nor-react",
      `${CAPABILITY}|^lib/(auth|db|query|json|worker|processes)/`,
      "next|react|react-dom",
    ),
    only("routes-serve-verbs", "^app/api/", [
      CAPABILITY,
      "^lib/(contract|http|auth|audit|env\\.ts$|log\\.ts$)",
    ]),
    // A page that is sent with data gets them by the API's own handlers, through this door alone.
    only("pages-use-the-client", "^app/(?!api/)", [
      "^lib/(contract|client)/",
      "^lib/edge/first-data/answer-page\\.ts$",
      "^components/",
      "^public/",
    ]),
    only("first-data-come-by-handlers", "^lib/edge/first-data/", [CAPABILITY, "^lib/(contract|http)/"]),
    {
      name: "links-ask-for-no-page-ahead",
      severity: "error",
      from: { path: "^(app|components)/", pathNot: "^components/ui/button/link\\.tsx$" },
      to: { path: "node_modules/next/link" },
    },
    only("components-use-the-client", "^components/", ["^lib/(contract|client|import)/"]),
    without("pages-and-components-know-no-database", "^(components|app/(?!api/))", "pg|@prisma/[^/]+|pino"),
    {
      name: "primitives-know-no-feature",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^components/", pathNot: "^components/ui/" },
    },
    ...Object.entries(SCREENS).map(([screen, others]) => ({
      name: `what-${screen}-shows-of-others`,
      severity: "error",
      from: { path: `^components/${screen}/`, pathNot: TEST },
      to: {
        path: "^components/",
        pathNot: ["ui", "layout", screen, ...others].map((folder) => `^components/${folder}/`),
      },
    })),
    {
      name: "every-screen-is-listed",
      severity: "error",
      from: { path: `^components/(?!(ui|layout|${Object.keys(SCREENS).join("|")})/)[^/]+/`, pathNot: TEST },
      to: { path: "^components/" },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface, so another parser reads the sources; it sees type-only imports as well.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^lib/generated/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
