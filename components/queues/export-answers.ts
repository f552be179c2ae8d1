import { requestOf } from "#lib/client/call.ts";
import { type EXPORT_FORMATS, exportAnswers } from "#lib/contract/queue-lead.ts";

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Lets the browser save a queue's answers as it saves any other download, whatever their size. */
export function saveAnswers(projectId: string, queueId: string, format: ExportFormat): void {
  const link = document.createElement("a");
  link.href = requestOf(exportAnswers, { projectId, queueId, format }).url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
