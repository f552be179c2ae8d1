import { checkHealth } from "#lib/contract/jobs/system.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Product } from "./product.ts";

/** The measure of all others: a request that does nothing. */
export function measureHealth(product: Product): Promise<Measurement> {
  return measure({
    name: "GET /v1/health",
    requests: 2000,
    concurrency: 4,
    send: () => product.call(checkHealth, {}),
    cpuMicros: product.cpuMicros,
  });
}
