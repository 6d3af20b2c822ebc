import type { PersonAbout } from './catalog.about.ts';
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

/** The words of editors in a head. @param otherwise the description of a page without words */
const wordsHead = (
  about: PersonAbout | undefined,
  otherwise: string,
): { readonly description: string; readonly words?: NonNullable<PageHead['words']> } => {
  if (!about) return { description: otherwise };
  const paragraphs = plainParagraphsOf(about.text);
  return {
    description: truncate(paragraphs.join(' '), DESCRIPTION_MAX),
    words: { paragraphs, language: about.language },
  };
};

const creatorHead = (response: unknown, site: SiteSettings): PageHead => {
  const { name, roles, about } = CreatorPage.parse(response);
  const works = [...new Map(roles.flatMap(({ items }) => items).map((work) => [work._id, work])).values()];
  const everything = `${isPerson(name) ? 'Everything' : 'Read'} by ${name} on ${site.name}: ${countKinds(works)}.`;
  const { description, words } = wordsHead(about, everything);
  const path = personPath(name);
  const url = site.origin + path;
  return {
    title: name,
    description,
    path,
    image: previewImage('page'),
    breadcrumbs: [{ name, path }],
    data: {
      '@context': 'https://schema.org',
      url,
      ...(isPerson(name)
        ? {
            '@type': 'ProfilePage',
            mainEntity: { '@type': 'Person', name, url, description: words?.paragraphs.join(' ') },
          }
        : { '@type': 'CollectionPage', name }),
      hasPart: workParts(works, site),
    },
    ...(words && { words }),
    text: [everything],
    links: workLinks(works),
    isIndexed: true,
  };
};

const seriesHead = (response: unknown, site: SiteSettings): PageHead => {
  const { name, issues, about } = SeriesPage.parse(response);
  const allIssues = `${name} on ${site.name}, from the first issue to the latest: ${countKinds(issues)}.`;
  const { description, words } = wordsHead(about, allIssues);
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
      description: words?.paragraphs.join(' '),
      hasPart: workParts(issues, site),
    },
    ...(words && { words }),
    text: [allIssues],
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
