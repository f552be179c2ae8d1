import type { UploadedFile } from "#lib/contract/training/files.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { byBearer } from "./model-data.ts";

/** A line of a training file. */
export function aRow(question: string, answer = "Yes."): string {
  const messages = [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ];
  return `${JSON.stringify({ messages })}\n`;
}

/** Sends a form as OpenAI's clients do; the file first, as one of them does, or last. */
export function sendForm(
  api: Harness,
  caller: Caller,
  { file, fields, fileFirst = false }: { file: Blob; fields: Record<string, string>; fileFirst?: boolean },
): Promise<Response> {
  const form = new FormData();
  if (fileFirst) form.set("file", file, "rows.jsonl");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (!fileFirst) form.set("file", file, "rows.jsonl");
  return fetch(`${api.url}/api/v1/files`, { method: "POST", headers: byBearer(caller).headers, body: form });
}

/** An uploaded file, as the wire shows it. */
export async function anUploadedFile(
  api: Harness,
  { caller, project }: { caller: Caller; project: TestProject },
  { content = aRow("Is it so?"), artifact }: { content?: string; artifact?: string } = {},
): Promise<UploadedFileOnWire> {
  const fields: Record<string, string> = { purpose: "fine-tune", project_id: project.path };
  if (artifact !== undefined) fields.artifact = `${project.path}/${artifact}`;
  const response = await sendForm(api, caller, { file: new Blob([content]), fields });
  if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`);
  return response.json();
}

/** Only what tests look at. */
export type UploadedFileOnWire = Pick<UploadedFile, "id" | "bytes" | "sha256" | "artifact"> & {
  artifact_version: number | null;
  token_count: number;
  training_data_url: string;
};

/** A line of preference data, in the form of the service's own datasets. */
export function aPair(question: string, chosen = "Yes.", rejected = "No."): string {
  const row = {
    prompt: [{ role: "user", content: question }],
    chosen: [{ role: "assistant", content: chosen }],
    rejected: [{ role: "assistant", content: rejected }],
  };
  return `${JSON.stringify(row)}\n`;
}
