import { z } from 'zod';
import { CuratedPage, CuratedShelf, curatedApi, curatedTexts } from './catalog.curated.ts';
import type { PageHead, SiteSettings } from './page-head.ts';
import { pagePaths, pathWithId } from './page-paths.ts';
import { previewImage } from './preview-images.ts';
import { countKinds } from './work-counts.ts';
import { workLinks, workParts } from './work-heads.ts';

/** The path of the page of a curated collection. */
export const curatedPath = (slug: string): string => pathWithId(pagePaths.collection, slug);

/** The list of published collections below `/api`, and what the sitemap needs of it. */
export const CURATED_LIST = curatedApi.listCurated.path;
export const SitemapCurated = z.object({ items: z.array(CuratedShelf.pick({ slug: true })) });

const all = { name: 'Collections', path: pagePaths.collections } as const;
/** Names and sentences of editors have no language of their own. */
const LANGUAGE = 'en';

const listHead = (): PageHead => ({
  title: all.name,
  description: curatedTexts.about,
  image: previewImage('page'),
  isIndexed: true,
});

const shelvesHead = (response: unknown): PageHead => ({
  ...listHead(),
  text: [curatedTexts.about],
  links: z
    .object({ items: z.array(CuratedShelf) })
    .parse(response)
    .items.map(({ slug, name, sentence }) => ({
      path: curatedPath(slug),
      text: `${name}: ${sentence}`,
      language: LANGUAGE,
    })),
});

const pageHead = (response: unknown, site: SiteSettings): PageHead => {
  const { slug, name, sentence, items, others } = CuratedPage.parse(response);
  const path = curatedPath(slug);
  const parts = workParts(items, site);
  return {
    title: name,
    description: sentence,
    path,
    image: previewImage('page'),
    breadcrumbs: [all, { name, path }],
    data: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      description: sentence,
      url: site.origin + path,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: items.length,
        itemListElement: parts.map((item, index) => ({ '@type': 'ListItem', position: index + 1, item })),
      },
    },
    text: [
      `${sentence} ${countKinds(items)}.`,
      ...items.flatMap(({ title, reason }) => (reason === null ? [] : [`${title}: ${reason}`])),
    ],
    links: [
      ...workLinks(items),
      ...others.map((other) => ({ path: curatedPath(other.slug), text: other.name, language: LANGUAGE })),
    ],
    isIndexed: true,
  };
};

/** Pages of curated collections (decision 0139). */
export const curatedPages = [
  { path: pagePaths.collections, head: listHead, item: { apiPath: () => CURATED_LIST, head: shelvesHead } },
  {
    path: pagePaths.collection,
    head: listHead,
    item: { apiPath: (slug: string) => `${CURATED_LIST}/${encodeURIComponent(slug)}`, head: pageHead },
  },
];
