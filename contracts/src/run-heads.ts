import type { PageHead, SiteSettings } from './page-head.ts';
import { pagePaths } from './page-paths.ts';
import { previewImage } from './preview-images.ts';
import { truncate } from './text.ts';
import { RunEvent } from './virtual-run.form.ts';
import { RunPage } from './virtual-run.pages.ts';
import { runPagePath } from './virtual-run-texts.ts';

const DESCRIPTION_MAX = 160;
const RUN_PATH = pagePaths.run;
const DESCRIPTION = 'Run, walk, cycle or wheel, wherever you are, for stories that were never written down.';

/** Also for browsers without JavaScript. */
const ledgerText = ({ origin }: SiteSettings): string =>
  `Every gift is in a public list that anyone can check: ${origin}/api/virtual-run/ledger`;

/** The event for search engines (schema.org). */
const eventStructuredData = (event: RunEvent, { origin, name }: SiteSettings): object => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: event.title,
  description: DESCRIPTION,
  startDate: event.startsAt,
  endDate: event.endsAt,
  eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
  eventStatus: 'https://schema.org/EventScheduled',
  location: { '@type': 'VirtualLocation', url: origin + RUN_PATH },
  organizer: { '@type': 'Organization', name, url: origin },
  offers: {
    '@type': 'AggregateOffer',
    lowPrice: event.minFee,
    highPrice: event.maxFee,
    priceCurrency: event.currency,
    validFrom: event.registrationStartsAt,
    url: origin + RUN_PATH,
  },
});

const eventHead = (event: RunEvent, site: SiteSettings): PageHead => ({
  title: event.title,
  description: DESCRIPTION,
  path: RUN_PATH,
  image: previewImage('run'),
  data: eventStructuredData(event, site),
  text: [event.tagline, DESCRIPTION, ledgerText(site)].filter(Boolean),
  isIndexed: true,
});

/** Only pages of runners who asked to be listed are indexed. */
const runPageHead = ({ slug, displayName, story, isListed }: RunPage): PageHead => ({
  title: displayName,
  description: truncate(story || DESCRIPTION, DESCRIPTION_MAX),
  path: runPagePath(slug),
  image: previewImage('run'),
  text: story ? [story] : [],
  isIndexed: isListed,
});

/** Pages of the run: the event, and the page of a runner. */
export const runPages = [
  {
    path: RUN_PATH,
    head: (site: SiteSettings): PageHead => ({
      title: 'Global Virtual Run',
      description: DESCRIPTION,
      text: [ledgerText(site)],
      image: previewImage('run'),
      isIndexed: true,
    }),
    item: {
      apiPath: () => RUN_PATH,
      head: (response: unknown, site: SiteSettings) => eventHead(RunEvent.parse(response), site),
    },
  },
  {
    path: pagePaths.runPage,
    head: (): PageHead => ({ title: 'Virtual Run', isIndexed: false }),
    item: {
      apiPath: (slug: string) => `/virtual-run/f/${encodeURIComponent(slug)}`,
      head: (response: unknown) => runPageHead(RunPage.parse(response)),
    },
  },
  { path: pagePaths.runEdit, head: (): PageHead => ({ title: 'Your page', isIndexed: false }) },
];
