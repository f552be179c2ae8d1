import { RequestCookies } from "next/dist/compiled/@edge-runtime/cookies/index.js";
import { type WorkStore, workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js";
import {
  type RequestStore,
  workUnitAsyncStorage,
} from "next/dist/server/app-render/work-unit-async-storage.external.js";

/** Runs what asks Next for the headers and cookies of its request, as next-auth's route handler does, where no Next is. */
export function inNextRequest<T>(request: Request, run: () => Promise<T>): Promise<T> {
  const { headers } = request;
  // What `headers()` and `cookies()` of Next read of its two stores; e2e/http has the real ones.
  const asked = { type: "request", phase: "render", headers, cookies: new RequestCookies(headers) };
  const work = { route: new URL(request.url).pathname };
  return workAsyncStorage.run(work as WorkStore, () =>
    workUnitAsyncStorage.run(asked as unknown as RequestStore, run),
  );
}
