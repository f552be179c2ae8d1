import type { Queue } from "#lib/contract/queues.ts";
import type { AnnotationQueue } from "#lib/generated/prisma/client.ts";

/** A queue as the wire shows it: its project goes by its path. */
export function toQueue(row: AnnotationQueue, projectPath: string): Queue {
  return { ...row, projectId: projectPath };
}
