import type { Metadata } from "next";
import { ChatPage } from "#components/chat/page/chat-page.tsx";

export const metadata: Metadata = { title: "Playground" };

export default function Page() {
  return <ChatPage />;
}
