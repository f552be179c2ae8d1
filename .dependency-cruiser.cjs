// Who may import whom. Everything that is not allowed here is an error of `npm run verify`, which also refuses circles between folders.
const { ROOMS } = require("./scripts/lib/checks/rooms.cjs");

const TEST = "\\.test\\.tsx?$|^lib/testing/|^e2e/|^scripts/(bench|proof)";
const OURS = "^(app|components|lib|scripts|e2e|prisma|[^/]+\\.(ts|js|mjs)$)";
/** The rooms with verbs: everything from access up, without the HTTP layer. */
const VERBS =
  "^lib/(access|compat|traces|annotation|datasets|models|serving|training|evaluation|automation|jobs)/";

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

/** A room may import the rooms that stand above it in the list, and the generated database client. */
function roomRule({ name }, index) {
  const below = ROOMS.slice(0, index).map((room) => room.name);
  return only(`what-${name}-stands-on`, `^lib/${name}/`, [`^lib/(${["generated", ...below].join("|")})/`]);
}

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    // The compiler reports packages that are missing; this reports our own files.
    {
      // `npm start` installs nothing that only developers need.
      name: "what-runs-needs-no-package-of-developers",
      severity: "error",
      from: {
        path: "^(app|components|lib|scripts/(start|import|reset-password|remake/remake)\\.ts|scripts/lib/(start|import)|server\\.ts)",
        pathNot: `${TEST}|/testing/`,
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    { name: "no-unknown-imports", severity: "error", from: {}, to: { couldNotResolve: true, path: "^[#.]" } },
    {
      name: "no-barrels",
      severity: "error",
      from: { path: OURS },
      to: { path: "(^|/)index\\.(ts|tsx|js|mjs)$", pathNot: "node_modules" },
    },
    {
      name: "internal-files-stay-in-their-room",
      severity: "error",
      from: { path: "^([^/]+/[^/]+)/" },
      to: { path: "\\.internal\\.tsx?$", pathNot: "^$1/" },
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
        path: "^(components|app|lib/client|lib/contract|lib/traces/import|lib/datasets/import)/",
        pathNot: `${TEST}|^lib/contract/(zod|wire-schema)\\.ts$`,
      },
      to: { path: "node_modules/zod/" },
    },
    ...ROOMS.map(roomRule),
    only("the-client-knows-the-contract", "^lib/client/", ["^lib/contract/"]),
    only("the-engine-knows-no-data", "^lib/engine/", ["^lib/platform/[^/]+\\.ts$"]),
    only("the-import-knows-the-client", "^lib/traces/import/", ["^lib/(contract|client)/"]),
    only("rows-are-read-by-the-contract", "^lib/datasets/import/", ["^lib/contract/"]),
    {
      name: "the-import-runs-in-the-browser",
      severity: "error",
      from: { path: "^lib/(traces|datasets)/import/", pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    only("http-knows-no-verb-but-access", "^lib/edge/(?!first-data/)", [
      "^lib/(contract|platform|access|generated)/",
    ]),
    without("verbs-know-neither-next-nor-react", `${VERBS}|^lib/(platform|engine)/`, "next|react|react-dom"),
    only("routes-serve-verbs", "^app/api/", [VERBS, "^lib/(contract/|edge/|platform/(env|log)\\.ts$)"]),
    // A page that is sent with data gets them by the API's own handlers, through this door alone.
    only("pages-use-the-client", "^app/(?!api/)", [
      "^lib/(contract|client)/",
      "^lib/edge/first-data/answer-page\\.ts$",
      "^lib/edge/session/(ended-session|offered-provider)\\.ts$",
      "^components/",
      "^public/",
    ]),
    only("first-data-come-by-handlers", "^lib/edge/first-data/", [
      VERBS,
      "^lib/(contract|edge)/",
      "^lib/platform/live/live-mark\\.ts$",
    ]),
    {
      name: "links-ask-for-no-page-ahead",
      severity: "error",
      from: { path: "^(app|components)/", pathNot: "^components/ui/button/link\\.tsx$" },
      to: { path: "node_modules/next/link" },
    },
    only("components-use-the-client", "^components/", [
      "^lib/(contract|client|traces/import|datasets/import)/",
    ]),
    without("pages-and-components-know-no-database", "^(components|app/(?!api/))", "pg|@prisma/[^/]+|pino"),
    {
      name: "primitives-know-no-feature",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^components/", pathNot: "^components/ui/" },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface, so another parser reads the sources; it sees type-only imports as well.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^#?lib/generated/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
