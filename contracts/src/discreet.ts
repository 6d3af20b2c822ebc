/** The title of every page in discreet mode. */
export const DISCREET_TITLE = 'Reading list';
/** `1` in discreet mode: the server then sends pages without a title or text of their own. */
export const DISCREET_COOKIE = 'discreet';
