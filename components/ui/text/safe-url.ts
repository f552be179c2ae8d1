const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i;

/** The address if it is absolute and of a kind that cannot run anything; else null. */
export function safeHref(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return LINK_PROTOCOLS.has(parsed.protocol) ? parsed.href : null;
}

/** A picture that is wholly inside its address, in a format without scripts; else null. */
export function safeInlineImage(url: string | null | undefined): string | null {
  return url && INLINE_IMAGE.test(url) ? url : null;
}
