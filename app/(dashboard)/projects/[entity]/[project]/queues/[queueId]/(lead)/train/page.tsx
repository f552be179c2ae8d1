import type { Metadata } from "next";
import { TrainPage } from "#components/queues/train/train-page.tsx";

export const metadata: Metadata = { title: "Train from a queue" };

export default function Page() {
  return <TrainPage />;
}
