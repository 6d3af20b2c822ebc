import { paragraphsOf, type Question, type QuestionGroup, questionsOf } from '@satrangi/contracts/pure';
import { Field, RichText, scriptProps } from '@satrangi/kit';
import { useState } from 'react';
import { site } from '../../lib/site.ts';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import styles from './faq.module.css';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const matches = ({ question, answer }: Question, words: readonly string[]): boolean => {
  const text = fold(`${question} ${paragraphsOf(answer).join(' ')}`);
  return words.every((word) => text.includes(word));
};

const search = (groups: readonly QuestionGroup[], query: string): QuestionGroup[] => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, questions }) => ({ title, questions: questions.filter((each) => matches(each, words)) }))
    .filter(({ questions }) => questions.length > 0);
};

/** An id for links to a question, by its words. */
const idOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function Answer({ question, answer }: Question) {
  const { lang, dir } = scriptProps(question);
  return (
    <details id={idOf(question)} className={styles.question}>
      <summary data-chevron="">
        <span {...scriptProps(question)}>{question}</span>
      </summary>
      <RichText html={answer} lang={lang} dir={dir} className={styles.answer} />
    </details>
  );
}

/** Questions that open, with a search over questions and answers. */
export function Faq({ html }: { html: string }) {
  const [query, setQuery] = useState('');
  const found = search(questionsOf(html), query);
  useDeepLink();
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <>
      <search className={styles.search}>
        <Field
          label="Search the questions"
          type="search"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </search>
      <p className={styles.count} role="status">
        {query.trim() !== '' && count > 0 && (count === 1 ? '1 question' : `${count} questions`)}
        {count === 0 && (
          <>
            No question matches. Write to <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>, and
            a person will answer.
          </>
        )}
      </p>
      {found.map(({ title, questions }) => (
        <section key={title} className={styles.group} aria-label={title || 'Questions'}>
          {title && <h2 {...scriptProps(title)}>{title}</h2>}
          {questions.map((each) => (
            <Answer key={each.question} {...each} />
          ))}
        </section>
      ))}
    </>
  );
}
