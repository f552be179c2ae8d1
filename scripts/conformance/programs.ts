/** A program of `scripts/conformance/programs`, and the packages that it drives the service with. */
export type Program = {
  readonly file: string;
  readonly packages: readonly string[];
};

export const PROGRAMS: readonly Program[] = [
  { file: "weave_traces.py", packages: ["weave"] },
  { file: "openai_sdk.py", packages: ["openai"] },
  { file: "opentelemetry_spans.py", packages: ["opentelemetry-sdk"] },
  { file: "art_loop.py", packages: ["openpipe-art"] },
  { file: "checkpoints_elsewhere.py", packages: ["transformers", "peft", "torch"] },
  { file: "exports_in_pyarrow.py", packages: ["pyarrow"] },
  { file: "datasets_elsewhere.py", packages: ["datasets", "pyarrow"] },
  { file: "preferences_in_trl.py", packages: ["trl", "datasets", "transformers", "torch"] },
  { file: "openapi_by_schemathesis.py", packages: ["schemathesis"] },
  { file: "generated_clients.py", packages: ["openapi-python-client", "openapi-typescript"] },
];

/** What programs share, beside them. */
export const SHARED = ["making.py", "promises.py"] as const;

/** What a program installs from npm, in a folder of its own. */
export const NPM_PACKAGES: ReadonlyMap<string, string> = new Map([
  ["openapi-typescript", "7.13.0"],
  ["openapi-fetch", "0.17.0"],
  ["typescript", "5.9.3"],
  ["@types/node", "24.10.1"],
]);
