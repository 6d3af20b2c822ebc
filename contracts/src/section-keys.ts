/** The page of sections whose key begins with a separator. */
export const GENERAL_PAGE = 'General';

/** The page of a section key: its first segment, segments joined by dot, dash or slash (checklist CMS-12). */
export const pageOfKey = (key: string): string => key.split(/[./-]/, 1)[0]?.trim() || GENERAL_PAGE;
