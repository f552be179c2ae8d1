"use client";

import { useEffect } from "react";

/**
 * Puts the name of what the page shows before the page's title, so that tabs can be told apart. The server knows the kind of page alone, and
 * sets its title whenever it likes; so the name is put there again. Nothing is changed until there is a name, and a title to put it before.
 */
export function useDocumentName(name: string | null | undefined): void {
  useEffect(() => {
    // A title is read back with its white space folded; what is put there has to be found again, or it would be put there for ever.
    const shown = name?.replace(/\s+/g, " ").trim();
    if (!shown) return;
    const prefix = `${shown} · `;
    const put = () => {
      const { title } = document;
      if (title !== "" && !title.startsWith(prefix)) document.title = prefix + title;
    };
    put();
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [name]);
}
