import type { Metadata } from "next";
import { BaseModelsPage } from "#components/models/page/base-models-page.tsx";

export const metadata: Metadata = { title: "Base models" };

export default function Page() {
  return <BaseModelsPage />;
}
