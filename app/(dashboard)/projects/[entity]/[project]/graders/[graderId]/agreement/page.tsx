import type { Metadata } from "next";
import { AgreementPage } from "#components/graders/agreement/agreement-page.tsx";

export const metadata: Metadata = { title: "Agreement with people" };

export default async function Page({ params }: { params: Promise<{ graderId: string }> }) {
  const { graderId } = await params;
  return <AgreementPage graderId={decodeURIComponent(graderId)} />;
}
