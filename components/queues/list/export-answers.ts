import { saveFrom } from "#components/ui/save-file.ts";
import { requestOf } from "#lib/client/call.ts";
import { type EXPORT_FORMATS, exportAnswers } from "#lib/contract/annotation/queue-lead.ts";

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Has a queue's answers saved as a file. */
export function saveAnswers(
  projectId: string,
  queueId: string,
  { format, includeConversations }: { format: ExportFormat; includeConversations: boolean },
): void {
  saveFrom(requestOf(exportAnswers, { projectId, queueId, format, includeConversations }).url);
}
