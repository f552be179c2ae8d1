"use client";

import { useState } from "react";
import type { ChatBody } from "#components/chat/state/chat-messages.ts";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { CodeBlock } from "#components/ui/view/code-block.tsx";
import { CODE_LANGUAGES, type CodeLanguage, requestCode } from "./request-code.ts";

type CodeDialogProps = {
  /** The name of the request, such as “The next message”. */
  what: string;
  body: ChatBody;
  /** Whether its last message was written by somebody. */
  isWritten?: boolean;
  onClose: () => void;
};

const WRITTEN = "The exact request that the playground sends.";
const UNWRITTEN = "The message field is empty, so a placeholder stands for the next message.";

/** A request as programs send it. */
export function CodeDialog({ what, body, isWritten = true, onClose }: CodeDialogProps) {
  const [language, setLanguage] = useState<CodeLanguage>("curl");
  const code = requestCode(language, body, window.location.origin);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title={`${what} as code`}
      description={`${isWritten ? WRITTEN : UNWRITTEN} It reads the key from SPINDLE_API_KEY; create one in your account settings.`}
      footer={<CopyButton text={code} label="Copy code" variant="primary" />}
    >
      <Tabs
        label="Language"
        value={language}
        onValueChange={(value) =>
          setLanguage(CODE_LANGUAGES.find((one) => one.value === value)?.value ?? "curl")
        }
        tabs={CODE_LANGUAGES.map(({ value, label, colours }) => ({
          value,
          label,
          content: <CodeBlock code={code} language={colours} />,
        }))}
      />
    </Dialog>
  );
}
