/** What clients of other versions call the same operations. */
const OTHER_SPELLINGS = [
  { source: "/files/:path*", destination: "/file/:path*" },
  { source: "/health", destination: "/v1/health" },
];

/** The first segment of a link that is no path of ours. The look ahead sees the rest of the path too. */
const ENTITY = ":entity((?!(?:api|v1|traces|graphql|projects|settings|docs|sign-in|_next)/)[^/]+)";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // Clients of the API post to paths with and without a trailing slash; a redirect would drop their bodies.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // `npm run verify` checks types, tests included; a start need not wait for that again.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  serverExternalPackages: ["@node-rs/argon2", "pg", "pino"],
  experimental: {
    // Nobody reads them: Node serves without, and they were two thirds of what a build wrote.
    turbopackSourceMaps: false,
    // It makes the next build a matter of seconds. A clone that is thrown away has no next one, and pays a sixth of its build for it.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    optimizePackageImports: ["radix-ui", "lucide-react"],
    turbopackChunking: { minChunkSize: 150_000, maxChunkCountPerGroup: 12, maxMergeChunkSize: 500_000 },
    // Its request headers are among those that the front server takes away; waiting for them would stop every navigation in development.
    reactDebugChannel: false,
  },
  // The API lives under /api; clients that only take an origin reach the same routes without that prefix.
  rewrites: async () => ({
    beforeFiles: [
      ...OTHER_SPELLINGS.flatMap(({ source, destination }) =>
        ["/api", "/traces"].map((prefix) => ({ source: prefix + source, destination: `/api${destination}` })),
      ),
      { source: "/v1/:path*", destination: "/api/v1/:path*" },
      { source: "/traces/:path*", destination: "/api/:path*" },
      { source: "/graphql", destination: "/api/graphql" },
    ],
    afterFiles: [],
    fallback: [],
  }),
  // Links that tracing clients print; where they name an object, which has no page, they lead to its project.
  redirects: async () => [
    {
      source: `/${ENTITY}/:project/r/call/:call`,
      destination: "/projects/:entity/:project/calls/:call",
      permanent: false,
    },
    {
      source: `/${ENTITY}/:project/weave/:path*`,
      destination: "/projects/:entity/:project",
      permanent: false,
    },
  ],
};
