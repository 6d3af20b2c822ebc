/**
 * Parses the manuscript of an audio story or oral history: `# ` begins a part with its title, a paragraph after `> ` is
 * spoken by the interviewer, all others by the narrator. Lines that start with `| ` are verse and stay lines.
 */
export type Line = { readonly isQuestion: boolean; readonly text: string };
export type Part = { readonly title: string; readonly lines: readonly Line[] };

const VERSE = /^\| /gm;

const lineOf = (paragraph: string): Line => {
  if (paragraph.startsWith('| ')) return { isQuestion: false, text: paragraph.replaceAll(VERSE, '') };
  const isQuestion = paragraph.startsWith('> ');
  const text = isQuestion ? paragraph.slice(2) : paragraph;
  return { isQuestion, text: text.replaceAll(/\s*\n\s*/g, ' ').trim() };
};

const partOf = (part: string): Part => {
  const [title = '', ...rest] = part.split('\n');
  const paragraphs = rest
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return { title: title.trim(), lines: paragraphs.map(lineOf) };
};

/** The parts of a manuscript in order; a text that does not begin with a part is refused. */
export const readParts = (manuscript: string): Part[] => {
  if (!manuscript.startsWith('# '))
    throw new Error('A manuscript begins with "# " and the title of its part.');
  return manuscript.slice(2).split(/^# /m).map(partOf);
};

/** The sentences of a paragraph, and in verse the lines: one caption each. */
export const sentencesOf = (paragraph: string): string[] =>
  (paragraph.match(/[^.!?।\n]+(?:[.!?।]+[”’"]*|$)/gmu) ?? [])
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** The speakers of a conversation; null for a story, which has one voice. */
export type Speakers = { readonly speaker: string; readonly interviewer: string } | null;

/** The spoken text as plain text; in a conversation each paragraph begins with the name of the speaker. */
export const transcriptOf = (parts: readonly Part[], speakers: Speakers): string =>
  parts
    .flatMap(({ title, lines }) => [
      title,
      ...lines.map(({ isQuestion, text }) =>
        speakers ? `${isQuestion ? speakers.interviewer : speakers.speaker}: ${text}` : text,
      ),
    ])
    .join('\n\n');
