import type { Metadata } from "next";
import { FilesPage } from "#components/training/files/files-page.tsx";

export const metadata: Metadata = { title: "Training files" };

export default function Page() {
  return <FilesPage />;
}
