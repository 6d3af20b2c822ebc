import {
  cmsApi,
  createClient,
  fillText,
  liveTypes,
  pageTexts,
  paragraphsOf,
  resolveText,
  sitePages,
  type TextValues,
} from '@satrangi/contracts';
import MiniSearch from 'minisearch';
import { foldedPattern, foldLetters, wordsOf } from '../language/words.rules.ts';
import { policyTopics } from './policy-topics.ts';

/** A part of a policy: its heading, its words, and the page it is on. */
export type Passage = { readonly title: string; readonly text: string; readonly url: string };

type SitePage = { readonly title: string; readonly path: string };

const TIMEOUT_MS = 1_000;
const FRESH_MS = 5 * 60_000;
/** After a failed read: questions do not wait for the timeout each time. */
const RETRY_MS = 10_000;
const PASSAGE_MAX = 700;
const HEADING = /<h[23]\b[^>]*>(.*?)<\/h[23]>/gs;
const KEYS = new Set(policyTopics.map(({ key }) => key));

const topics = policyTopics.map((topic) => ({ ...topic, pattern: foldedPattern(topic.pattern) }));

/** Whole sentences up to the limit: a passage is quoted as it stands, never rephrased. */
const wholeSentences = (text: string): string => {
  if (text.length <= PASSAGE_MAX) return text;
  const end = text.slice(0, PASSAGE_MAX).lastIndexOf('. ');
  return end > 0 ? text.slice(0, end + 1) : text.slice(0, PASSAGE_MAX);
};

/** The passages of sanitised rich text: each heading with the words below it, or the page with all of its words. */
const passagesOf = (html: string, { title, path: url }: SitePage): Passage[] => {
  const headings = [...html.matchAll(HEADING)];
  if (headings.length === 0) return [{ title, text: wholeSentences(paragraphsOf(html).join(' ')), url }];
  return headings.flatMap((heading, at) => {
    const [whole, inner = ''] = heading;
    const below = html.slice(heading.index + whole.length, headings[at + 1]?.index);
    const text = wholeSentences(paragraphsOf(below).join(' '));
    return text === '' ? [] : [{ title: paragraphsOf(inner).join(' '), text, url }];
  });
};

const FAQ: SitePage = { title: 'FAQ', path: '/faq' };
const pageOf = (key: string): SitePage => {
  const [page] = key.split('.');
  const { title, path } = sitePages.find(({ id }) => id === page) ?? FAQ;
  return path === null ? FAQ : { title, path };
};

/** Words of questions that say nothing of what is asked. */
const EMPTY = new Set(
  wordsOf('a and are can do for from have how i in is it my of on or that the this to what with you'),
);

/** The best passage of one text for some words, one of which is in its heading. */
const bestOf = (passages: readonly Passage[], query: string): Passage | undefined => {
  const search = new MiniSearch({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    processTerm: (term) => term,
  });
  search.addAll(passages.map((passage, id) => ({ id, ...passage })));
  const found = search
    .search(
      { queries: wordsOf(query).filter((each) => !EMPTY.has(each)), combineWith: 'OR' },
      { boost: { title: 3 }, fuzzy: 0.2 },
    )
    .find(({ match }) => Object.values(match).some((fields) => fields.includes('title')));
  return found && passages[Number(found.id)];
};

type Section = { readonly key: string; readonly content: string };

/** Passages of the policies as the site shows them now. Without an answer of the cms, the texts of the release. */
export const createPassages = (cmsUrl: string | undefined, values: TextValues, now: () => number) => {
  const cms = cmsUrl
    ? createClient(cmsApi, {
        baseUrl: cmsUrl,
        fetch: (input, init) =>
          fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
      })
    : undefined;
  const ownName = foldLetters(values.name);
  let sections: readonly Section[] = [];
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reads = 0;

  const refresh = async (): Promise<void> => {
    if (!cms || now() < freshUntil) return;
    freshUntil = now() + FRESH_MS;
    reads += 1;
    const read = reads;
    const found = await cms.listSections({}).catch(() => null);
    // a later read has begun, after a change
    if (read !== reads) return;
    if (found) sections = found;
    else freshUntil = Math.min(freshUntil, now() + RETRY_MS);
  };
  const textOf = (key: string): string => {
    const listed = pageTexts.find((text) => text.key === key);
    if (!listed) return '';
    const content = sections.find((section) => section.key === key)?.content;
    return fillText(resolveText(listed, content), values);
  };

  return {
    /** Published sections by key, as the cms had them at most five minutes ago. */
    section: async (key: string): Promise<string | undefined> => {
      await refresh();
      return sections.find((section) => section.key === key)?.content;
    },
    /** The passage about what a message asks: null when the texts have none, undefined when it asks about no policy. */
    find: async (foldedMessage: string): Promise<Passage | null | undefined> => {
      const topic = topics.find(({ pattern }) =>
        pattern.test(foldedMessage.replaceAll(ownName, 'this site')),
      );
      if (!topic) return undefined;
      await refresh();
      return bestOf(passagesOf(textOf(topic.key), pageOf(topic.key)), topic.query) ?? null;
    },
    /** Every policy text, for the words that a model may look up. */
    lookup: async (query: string): Promise<Passage | undefined> => {
      await refresh();
      return bestOf(
        [...KEYS].flatMap((key) => passagesOf(textOf(key), pageOf(key))),
        query,
      );
    },
    /** Call for every live message: the texts are read again at the next question. */
    handleLive: (type: string): void => {
      if (type === liveTypes.sectionUpdated || type === liveTypes.contentDeployed || type === 'reset')
        freshUntil = Number.NEGATIVE_INFINITY;
    },
  };
};
export type Passages = ReturnType<typeof createPassages>;
