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
  { file: "openapi_by_schemathesis.py", packages: ["schemathesis"] },
];
