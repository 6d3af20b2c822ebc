/**
 * Spreadsheets evaluate a text that begins like this as a formula, which can leak data (S36). White space before the sign
 * does not stop them, nor does the full-width form of it.
 */
export const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
