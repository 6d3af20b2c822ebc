import type { MediaItem } from './catalog.media.ts';
import { CreatorPage, peopleTexts, SeriesPage } from './catalog.people.ts';
import { creatorNames, isPerson, personPath, seriesPath } from './creators.ts';
import type { PageHead, SiteSettings } from './page-head.ts';
import { pagePaths } from './page-paths.ts';
import { plainParagraphsOf } from './plain-paragraphs.ts';
import { previewImage } from './preview-images.ts';
import { seriesOf } from './series.ts';
import { truncate } from './text.ts';
import { countKinds } from './work-counts.ts';
import { workLinks, workParts } from './work-heads.ts';

/** The people and the series of an item, as links. */
export const creatorLinks = (
  item: Parameters<typeof creatorNames>[0] & Pick<MediaItem, 'title' | 'issueNumber' | 'language'>,
): NonNullable<PageHead['links']> => {
  const series = seriesOf(item);
  const linkOf = (text: string, path: string) => ({ path, text, language: item.language });
  return [
    ...creatorNames(item).map((name) => linkOf(name, personPath(name))),
    ...(series === null ? [] : [linkOf(series, seriesPath(series))]),
  ];
};

/** What search engines show of a description. */
const DESCRIPTION_MAX = 200;

const personData = ({ name, url, words }: { name: string; url: string; words: readonly string[] }) => ({
  '@type': 'Person',
  name,
  url,
  description: words.length > 0 ? words.join(' ') : undefined,
});

const creatorHead = (response: unknown, site: SiteSettings): PageHead => {
  const { name, roles, about } = CreatorPage.parse(response);
  const works = [...new Map(roles.flatMap(({ items }) => items).map((work) => [work._id, work])).values()];
  const everything = `${isPerson(name) ? 'Everything' : 'Read'} by ${name} on ${site.name}: ${countKinds(works)}.`;
  const words = about ? plainParagraphsOf(about.text) : [];
  const path = personPath(name);
  return {
    title: name,
    description: words.length > 0 ? truncate(words.join(' '), DESCRIPTION_MAX) : everything,
    path,
    image: previewImage('page'),
    breadcrumbs: [{ name, path }],
    data: {
      '@context': 'https://schema.org',
      url: site.origin + path,
      ...(isPerson(name)
        ? { '@type': 'ProfilePage', mainEntity: personData({ name, url: site.origin + path, words }) }
        : { '@type': 'CollectionPage', name }),
      hasPart: workParts(works, site),
    },
    ...(about && { words: { paragraphs: words, language: about.language } }),
    text: [everything],
    links: workLinks(works),
    isIndexed: true,
  };
};

const seriesHead = (response: unknown, site: SiteSettings): PageHead => {
  const { name, issues } = SeriesPage.parse(response);
  const description = `${name} on ${site.name}, from the first issue to the latest: ${countKinds(issues)}.`;
  const path = seriesPath(name);
  const isPeriodical = issues.every(({ mediaType }) => mediaType === 'magazine');
  return {
    title: name,
    description,
    path,
    image: previewImage(isPeriodical ? 'magazine' : 'page'),
    breadcrumbs: [{ name, path }],
    data: {
      '@context': 'https://schema.org',
      '@type': isPeriodical ? 'Periodical' : 'CreativeWorkSeries',
      name,
      url: site.origin + path,
      hasPart: workParts(issues, site),
    },
    text: [description],
    links: workLinks(issues),
    isIndexed: true,
  };
};

/** Pages of people and series (decision 0130). */
export const peoplePages = [
  {
    path: pagePaths.person,
    head: (): PageHead => ({
      title: 'Creators',
      description: peopleTexts.person,
      image: previewImage('page'),
      isIndexed: true,
    }),
    item: { apiPath: (name: string) => `/creators/${encodeURIComponent(name)}`, head: creatorHead },
  },
  {
    path: pagePaths.series,
    head: (): PageHead => ({
      title: 'Series',
      description: peopleTexts.series,
      image: previewImage('page'),
      isIndexed: true,
    }),
    item: { apiPath: (name: string) => `/series/${encodeURIComponent(name)}`, head: seriesHead },
  },
];
