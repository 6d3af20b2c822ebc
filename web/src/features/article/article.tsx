import {
  headingsOf,
  parseRichText,
  plainTextOf,
  type RichHeading,
  RichText,
  scriptProps,
} from '@satrangi/kit';
import { interfaceLocale } from '@satrangi/kit/language/language';
import { type ReactNode, useMemo } from 'react';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import styles from './article.module.css';

const WORDS_A_MINUTE = 200;

function Links({ headings }: { headings: readonly RichHeading[] }) {
  return (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`} {...scriptProps(text)}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The headings of an article: a list beside it, or above it on narrow screens. */
function Contents({ headings }: { headings: readonly RichHeading[] }) {
  if (headings.length < 2) return null;
  return (
    <>
      <nav className={styles.rail} aria-label="On this page">
        <p aria-hidden="true">On this page</p>
        <Links headings={headings} />
      </nav>
      <details className={styles.menu}>
        <summary>On this page</summary>
        <Links headings={headings} />
      </details>
    </>
  );
}

/** What comes before the first heading is the summary. */
const splitSummary = (html: string): { summary: string; body: string } => {
  const start = html.search(/<h2\b/i);
  return start > 0 ? { summary: html.slice(0, start), body: html.slice(start) } : { summary: '', body: html };
};

/** A long text with summary, contents and reading time. `note` replaces the line that says which language it is in. */
export function Article({ html, note }: { html: string; note?: ReactNode }) {
  const { summary, body } = useMemo(() => splitSummary(html), [html]);
  const headings = useMemo(() => headingsOf(parseRichText(body)).filter(({ level }) => level === 2), [body]);
  const words = useMemo(() => plainTextOf(html), [html]);
  useDeepLink();
  const { lang, dir } = scriptProps(words);
  const minutes = Math.max(1, Math.round(words.split(' ').length / WORDS_A_MINUTE));
  return (
    <div className={styles.layout}>
      <Contents headings={headings} />
      <article className={styles.article}>
        {summary && <RichText html={summary} lang={lang} dir={dir} className={styles.summary} />}
        {note ??
          (lang === 'en' && interfaceLocale('en') !== 'en' && (
            <p className={styles.time}>This text is in English.</p>
          ))}
        <p className={styles.time}>{minutes === 1 ? '1 minute to read' : `${minutes} minutes to read`}</p>
        <RichText html={body} lang={lang} dir={dir} />
      </article>
    </div>
  );
}
