import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

/** The secret of a webhook, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Copy the secret now"
      description="It is shown only once. Your receiver checks each request’s signature with it."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyField label="Signing secret" value={secret} />
    </Dialog>
  );
}
