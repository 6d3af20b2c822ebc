import { paragraphsOf } from './page-text.ts';

/** A question and its answer as rich text. */
export type Question = { readonly question: string; readonly answer: string };
/** Questions under a heading of the second level; the first group may have none. */
export type QuestionGroup = { readonly title: string; readonly questions: readonly Question[] };

const HEADING = /<h([23])\b[^>]*>(.*?)<\/h\1>/gs;

/** The questions of sanitised rich text: headings of the third level, with what follows them as answers. */
export const questionsOf = (richText: string): readonly QuestionGroup[] => {
  const headings = [...richText.matchAll(HEADING)];
  const groups: { title: string; questions: Question[] }[] = [{ title: '', questions: [] }];
  headings.forEach((heading, index) => {
    const [whole, level, inner = ''] = heading;
    const text = paragraphsOf(inner).join(' ');
    const answer = richText.slice(heading.index + whole.length, headings[index + 1]?.index).trim();
    if (level === '2') groups.push({ title: text, questions: [] });
    else if (text) groups.at(-1)?.questions.push({ question: text, answer });
  });
  return groups.filter(({ questions }) => questions.length > 0);
};
