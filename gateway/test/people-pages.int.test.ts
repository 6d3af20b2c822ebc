/** Heads of the pages of people and series, and their text for browsers without JavaScript. */
import {
  CreatorPage,
  MediaId,
  type MediaItem,
  personPath,
  SeriesPage,
  seriesPath,
} from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN, type PageFixture, startPageFixture } from './page-fixture.ts';

const issue = (number: string): MediaItem =>
  aMediaItem({
    _id: MediaId.parse(`verandah-${number}`),
    mediaType: 'magazine',
    title: `Verandah ${number}: बारिश`,
    author: 'नफ़ीसा </script>',
    language: 'hi',
    issueNumber: number,
  });
const book = aMediaItem({ _id: MediaId.parse('book'), title: 'A Balcony', author: 'नफ़ीसा </script>' });
const story = aMediaItem({
  _id: MediaId.parse('reel'),
  mediaType: 'audiostory',
  author: 'Zarin Boatwalla',
  narrator: 'a synthetic voice',
});
const name = book.author;
const answers: Readonly<Record<string, unknown>> = {
  [`/creators/${encodeURIComponent(name)}`]: CreatorPage.parse({
    name,
    pronouns: null,
    total: 3,
    roles: [
      { role: 'author', total: 3, items: [book, issue('2'), issue('1')] },
      { role: 'cast', total: 1, items: [book] },
    ],
    others: [],
  }),
  '/creators/Uma%20Bisht': CreatorPage.parse({
    name: 'Uma Bisht',
    pronouns: null,
    about: { text: `उमा <b> ${'पहाड़ '.repeat(60)}\n\nदूसरा पैरा।`, language: 'hi' },
    total: 1,
    roles: [{ role: 'author', total: 1, items: [issue('3')] }],
    others: [],
  }),
  '/creators/a%20synthetic%20voice': CreatorPage.parse({
    name: 'a synthetic voice',
    pronouns: null,
    total: 1,
    roles: [{ role: 'narrator', total: 1, items: [story] }],
    others: [],
  }),
  '/audiostories/reel': story,
  '/creators/NAFISA': CreatorPage.parse({ name: 'Nafisa', pronouns: null, total: 0, roles: [], others: [] }),
  '/series/Verandah': SeriesPage.parse({ name: 'Verandah', total: 2, issues: [issue('1'), issue('2')] }),
  '/series/Dehri': SeriesPage.parse({
    name: 'Dehri',
    about: { text: 'देहरी <b> घर में है।\n\nदूसरा पैरा।', language: 'hi' },
    total: 1,
    issues: [issue('3')],
  }),
  '/magazines/verandah-1': issue('1'),
};

let fixture: PageFixture;
beforeAll(async () => {
  fixture = await startPageFixture(answers);
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

it('the page of a person has their name, what is by them, and a link to each title', async () => {
  const { status, html, data } = await fixture.pageAt(personPath(name));

  expect(status).toBe(200);
  expect(html).toContain('<title data-head>नफ़ीसा &lt;/script&gt; | Satrangi</title>');
  expect(html).toContain(`rel="canonical" href="${ORIGIN}${personPath(name)}"`);
  expect(html).toContain('Everything by नफ़ीसा &lt;/script&gt; on Satrangi: 1 eBook and 2 magazines.');
  expect(html).toMatch(/<noscript>[\s\S]*<a href="\/ebook\/book" lang="en" dir="auto">A Balcony, eBook<\/a>/);
  expect(html).toContain(
    '<a href="/magazine/verandah-2" lang="hi" dir="auto">Verandah 2: बारिश, Magazine</a>',
  );
  expect(data[0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name },
    hasPart: [{ '@type': 'Book' }, { '@type': 'PublicationIssue' }, { '@type': 'PublicationIssue' }],
  });
});

it('words about a person are the description of their page, and its first paragraphs in their language', async () => {
  const { html, data } = await fixture.pageAt(personPath('Uma Bisht'));

  expect(html).toMatch(/<meta data-head name="description" content="उमा &lt;b&gt; पहाड़ [^"]{100,220}…" \/>/);
  expect(html).toMatch(
    /<noscript>[\s\S]*<p lang="hi" dir="auto">उमा &lt;b&gt; पहाड़[^<]+<\/p>\s*<p lang="hi" dir="auto">दूसरा पैरा।<\/p>\s*<p>Everything by Uma Bisht/,
  );
  expect(data[0]).toMatchObject({
    mainEntity: { '@type': 'Person', description: expect.stringMatching(/^उमा <b> .*दूसरा पैरा।$/) },
  });
});

it('a synthetic voice is no person for search engines', async () => {
  const { html, data } = await fixture.pageAt('/people/a%20synthetic%20voice');
  expect(html).toContain('Read by a synthetic voice on Satrangi: 1 audio story.');
  expect(data[0]).toMatchObject({ '@type': 'CollectionPage', hasPart: [{ '@type': 'Audiobook' }] });
  expect(JSON.stringify(data)).not.toContain('Person');

  const title = await fixture.pageAt('/audio-story/reel');
  expect(title.data[0]).toMatchObject({ author: { '@type': 'Person', name: 'Zarin Boatwalla' } });
  expect(title.data[0]).not.toHaveProperty('readBy');
});

it('another spelling of a name leads to the address of the spelling in the catalog', async () => {
  const { status, html } = await fixture.pageAt('/people/NAFISA');

  expect(status).toBe(200);
  expect(html).toContain(`rel="canonical" href="${ORIGIN}/people/Nafisa"`);
});

it('the page of a series lists its issues in order', async () => {
  const { status, html, data } = await fixture.pageAt(seriesPath('Verandah'));

  expect(status).toBe(200);
  expect(html).toContain('Verandah on Satrangi, from the first issue to the latest: 2 magazines.');
  expect(html.indexOf('/magazine/verandah-1')).toBeLessThan(html.indexOf('/magazine/verandah-2'));
  expect(data[0]).toMatchObject({ '@type': 'Periodical', name: 'Verandah', hasPart: [{}, {}] });
});

it('words about a series are the description of its page, and its first paragraphs in their language', async () => {
  const { html, data } = await fixture.pageAt(seriesPath('Dehri'));

  expect(html).toContain('<meta data-head name="description" content="देहरी &lt;b&gt; घर में है। दूसरा पैरा।" />');
  expect(html).toMatch(
    /<noscript>[\s\S]*<p lang="hi" dir="auto">देहरी &lt;b&gt; घर में है।<\/p>\s*<p lang="hi" dir="auto">दूसरा पैरा।<\/p>\s*<p>Dehri on Satrangi/,
  );
  expect(data[0]).toMatchObject({ '@type': 'Periodical', description: 'देहरी <b> घर में है। दूसरा पैरा।' });
});

it('the page of a title links its people and its series, also without JavaScript', async () => {
  const { html, data } = await fixture.pageAt('/magazine/verandah-1');

  expect(html).toMatch(
    /<noscript>[\s\S]*<a href="\/people\/[^"]+" lang="hi"[\s\S]*<a href="\/series\/Verandah"/,
  );
  expect(data[0]).toMatchObject({
    author: { '@type': 'Person', url: ORIGIN + personPath(name) },
    isPartOf: { '@type': 'Periodical', name: 'Verandah', url: `${ORIGIN}/series/Verandah` },
  });
});

it.each(['/people/Nobody', '/series/Nothing', `/people/${'a'.repeat(300)}`, '/people/%E0%A4', '/people/'])(
  '%s has the status and head of an unknown path',
  async (path) => {
    const { status, html } = await fixture.pageAt(path);

    expect(status).toBe(404);
    expect(html).toContain('<title data-head>404: Not Found | Satrangi</title>');
    expect(html).not.toContain('rel="canonical"');
  },
);
