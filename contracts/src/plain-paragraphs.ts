/** The paragraphs of a plain text, which empty lines separate; a line break within one is a space. */
export const plainParagraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
