import type { Metadata } from "next";
import { FeedbackPage } from "#components/feedback/list/feedback-page.tsx";

export const metadata: Metadata = { title: "Feedback" };

export default function Page() {
  return <FeedbackPage />;
}
