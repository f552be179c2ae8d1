import type { ReactNode } from "react";
import {
  MakeDatasetButtons,
  MakeDatasetDialogs,
  MakeDatasetItems,
} from "#components/datasets/make/make-queue-dataset.tsx";
import { QueueFrame } from "#components/queues/list/queue-frame.tsx";

type LayoutProps = { params: Promise<{ queueId: string }>; children: ReactNode };

/** The desk is a page of its own; these share the name of the queue and its tabs. */
export default async function Layout({ params, children }: LayoutProps) {
  const queueId = decodeURIComponent((await params).queueId);
  return (
    <QueueFrame
      key={queueId}
      queueId={queueId}
      actions={<MakeDatasetButtons />}
      menuItems={<MakeDatasetItems />}
    >
      {children}
      <MakeDatasetDialogs />
    </QueueFrame>
  );
}
