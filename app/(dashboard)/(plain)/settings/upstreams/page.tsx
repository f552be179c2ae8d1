import type { Metadata } from "next";
import { UpstreamsPage } from "#components/settings/upstreams/upstreams-page.tsx";

export const metadata: Metadata = { title: "Upstream servers" };

export default function Page() {
  return <UpstreamsPage />;
}
