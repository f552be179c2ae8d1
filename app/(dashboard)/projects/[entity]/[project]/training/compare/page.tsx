import type { Metadata } from "next";
import { ComparePage } from "#components/training/compare/compare-page.tsx";

export const metadata: Metadata = { title: "Compare training jobs" };

export default function Page() {
  return <ComparePage />;
}
