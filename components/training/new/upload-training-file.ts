import { ApiError } from "#lib/client/api-error.ts";
import { requestOf } from "#lib/client/call.ts";
import { createFile, type UploadedFile } from "#lib/contract/training/files.ts";
import * as z from "#lib/contract/zod.ts";
import type { Columns } from "#lib/datasets/import/columns.ts";

type Upload = {
  projectId: string;
  /** Whose tokens are counted; those of the bundled one where none is named. */
  baseModel?: string;
  /** Read as one. */
  files: readonly File[];
  /** What the columns of a table are, by their names; guessed where absent. */
  columns?: Columns;
  signal: AbortSignal;
  /** The share of the bytes that is on its way, from 0 to 1. */
  onProgress: (share: number) => void;
};

/** Uploads a file of rows, or several that are one. `fetch` does not report how far a body is, so this is the older request. Throws `ApiError`, or `AbortError`. */
export async function uploadTrainingFile(upload: Upload): Promise<UploadedFile> {
  const { status, text } = await send(upload);
  if (status === 200) return z.decode(createFile.reply, JSON.parse(text));
  throw await ApiError.of(new Response(text, { status: status || 500 }));
}

function send({ projectId, baseModel, files, columns, signal, onProgress }: Upload) {
  const input = { purpose: "fine-tune" as const, projectId };
  const { url } = requestOf(createFile, input);
  const form = new FormData();
  form.append("purpose", input.purpose);
  form.append("project_id", projectId);
  if (baseModel) form.append("base_model", baseModel);
  if (columns) form.append("columns", JSON.stringify(columns));
  for (const file of files) form.append("file", file);
  const answer = Promise.withResolvers<{ status: number; text: string }>();
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => answer.resolve({ status: request.status, text: request.responseText });
  request.onerror = () => answer.reject(new TypeError("The upload did not reach the server"));
  request.onabort = () => answer.reject(signal.reason);
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.open("POST", url);
  request.send(form);
  return answer.promise;
}
