import { notFound } from "#lib/edge/http/serve.ts";

/** Every path under `/api` that no route has: JSON, as everywhere below it. */
export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
