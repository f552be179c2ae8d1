"use client";

import { useEffect } from "react";

/**
 * Puts the name of what the page shows before the page's title, so that tabs can be told apart. The server knows the kind of page alone, and
 * sets its title whenever it likes; so the name is put there again. Nothing is changed until there is a name.
 */
export function useDocumentName(name: string | null | undefined): void {
  useEffect(() => {
    if (!name) return;
    const prefix = `${name} · `;
    const put = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
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
