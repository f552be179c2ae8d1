import { Button } from "#components/ui/button/button.tsx";
import { sizeOfText } from "./cut-text.ts";

type ShowAllProps = { text: string; isOpen: boolean; onOpen: (isOpen: boolean) => void };

/** Opens and closes a text of which only the beginning is shown. */
export function ShowAll({ text, isOpen, onOpen }: ShowAllProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="mt-1 -ml-2"
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
    >
      {isOpen ? "Show less" : `Show all ${sizeOfText(text)}`}
    </Button>
  );
}
