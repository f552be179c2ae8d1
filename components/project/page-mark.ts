/** Where a page that the server draws keeps the moment after which it was read. */
export const PAGE_MARK_KEY = ["page-mark"];
