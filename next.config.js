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
    optimizePackageImports: ["radix-ui", "lucide-react"],
    // Its request headers are among those that the front server takes away; waiting for them would stop every navigation in development.
    reactDebugChannel: false,
  },
  // The API lives under /api; clients that only take an origin reach the same routes without that prefix.
  rewrites: async () => ({
    beforeFiles: [
      { source: "/v1/:path*", destination: "/api/v1/:path*" },
      { source: "/traces/:path*", destination: "/api/:path*" },
      { source: "/graphql", destination: "/api/graphql" },
    ],
    afterFiles: [],
    fallback: [],
  }),
};
