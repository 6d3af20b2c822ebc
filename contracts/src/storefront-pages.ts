import { z } from 'zod';
import { blogHead } from './blog-head.ts';
import { catalogApi } from './catalog.api.ts';
import { MediaItem } from './catalog.media.ts';
import { Blog } from './cms.blogs.ts';
import { curatedPages } from './curated-heads.ts';
import { type CollectionPage, kindOfJoined, mediaTypes } from './media.ts';
import type { Breadcrumb, PageHead, SiteSettings } from './page-head.ts';
import { pagePaths } from './page-paths.ts';
import { creatorLinks, peoplePages } from './people-heads.ts';
import { itemPreviewImage, previewImage } from './preview-images.ts';
import { publishingPages } from './publishing-heads.ts';
import { runPages } from './run-heads.ts';
import { mediaPath, mediaStructuredData } from './structured-data.ts';
import { truncate } from './text.ts';
import { textPages } from './text-page-heads.ts';
import { RunPage } from './virtual-run.pages.ts';

/** A page of the storefront: a fixed head, or one made from a response of the API. */
export type StorefrontPage = {
  /** A path with parameters, as in the route table of the web client. */
  readonly path: string;
  readonly head: (site: SiteSettings) => PageHead;
  /** What the page shows: the path of the response below `/api`, and its head. */
  readonly item?: {
    readonly apiPath: (id: string) => string;
    readonly head: (response: unknown, site: SiteSettings) => PageHead;
  };
};

/** The Atom feed of the blog. */
export const BLOGS_FEED = '/blogs.xml';

/** The Atom feed of new titles, and the list that it is made from, below `/api`. */
export const TITLES_FEED = '/new-titles.xml';
export const NEW_TITLES_LIST = `${catalogApi.search.path}?limit=50&sort=newest`;

const DESCRIPTION_MAX = 160;

const publicPage = (
  path: string,
  title: string | ((site: SiteSettings) => string),
  description?: string,
): StorefrontPage => ({
  path,
  head: (site) => ({
    title: typeof title === 'string' ? title : title(site),
    description: description ?? site.tagline,
    image: previewImage('page'),
    isIndexed: true,
  }),
});

/** Titles in the HTML of a list; the sitemap has all of them. */
const LISTED_MAX = 60;
const ListedItems = z.object({
  items: z.array(MediaItem.pick({ _id: true, mediaType: true, title: true, creator: true, language: true })),
});

/** A public page with a list of items, whose titles are links without JavaScript; new ones are in the feed. */
const listPage = ({ path, head }: StorefrontPage, apiPath: string): StorefrontPage => {
  const headWithFeed = (site: SiteSettings): PageHead => ({ ...head(site), feed: TITLES_FEED });
  return {
    path,
    head: headWithFeed,
    item: {
      apiPath: () => apiPath,
      head: (response, site) => ({
        ...headWithFeed(site),
        links: ListedItems.parse(response)
          .items.slice(0, LISTED_MAX)
          .map((item) => ({
            path: mediaPath(item),
            text: `${item.title}, ${item.creator}`,
            language: item.language,
          })),
      }),
    },
  };
};

const allOfPage = (page: CollectionPage): string =>
  `${catalogApi.search.path}?limit=${LISTED_MAX}&page=${encodeURIComponent(page)}`;

/** Pages of one reader, and steps of a form or payment. */
const privatePage = (path: string, title: string): StorefrontPage => ({
  path,
  head: () => ({ title, isIndexed: false }),
});

const priceText = ({ isFree, priceINR }: MediaItem): string =>
  isFree ? 'Free to read.' : priceINR === null ? '' : `₹${priceINR}.`;

/** The list that an item is found in. */
const areaOf = ({ mediaType }: MediaItem): Breadcrumb => {
  if (mediaType === 'ebook') return { name: 'All eBooks', path: pagePaths.ebooks };
  const isArchived = ['documentary', 'magazine', 'oralhistory'].includes(mediaType);
  return isArchived
    ? { name: 'Archives', path: pagePaths.archives }
    : { name: 'Digital library', path: pagePaths.library };
};

const itemHead = (response: unknown, site: SiteSettings): PageHead => {
  const item = MediaItem.parse(response);
  const label = kindOfJoined(item.mediaType).label;
  return {
    title: `${item.title} by ${item.creator}`,
    description: truncate(item.description, DESCRIPTION_MAX),
    path: mediaPath(item),
    image: itemPreviewImage(item),
    imageAlt: `Cover of ${item.title} by ${item.creator}`,
    breadcrumbs: [areaOf(item), { name: item.title, path: mediaPath(item) }],
    data: mediaStructuredData(item, site.origin),
    text: [`${label} by ${item.creator}.`, item.description, priceText(item)].filter(Boolean),
    links: creatorLinks(item),
    isIndexed: true,
  };
};

const itemPage = (path: string, label: string, apiPath: string, image: string): StorefrontPage => ({
  path,
  head: () => ({ title: label, image, isIndexed: true }),
  item: { apiPath: (id) => `${apiPath}/${encodeURIComponent(id)}`, head: itemHead },
});

const blogsPage: StorefrontPage = {
  path: pagePaths.blogs,
  head: () => ({
    title: 'Blog',
    description: 'Notes from the people who make these books and keep these voices.',
    feed: BLOGS_FEED,
    image: previewImage('blog'),
    isIndexed: true,
  }),
};

const blogPage: StorefrontPage = {
  path: pagePaths.blog,
  head: () => ({ title: 'Blog', image: previewImage('blog'), isIndexed: true }),
  item: {
    apiPath: (id) => `/cms/blogs/${encodeURIComponent(id)}`,
    head: (response, site) => blogHead(Blog.parse(response), site),
  },
};

/** Every page of the storefront. The web client's route table has the same paths (tested there). */
export const storefrontPages: readonly StorefrontPage[] = [
  publicPage(
    pagePaths.home,
    ({ name }) => `${name}: queer stories from India`,
    'Books, short films, audio and oral histories by queer India, in the languages we dream in. Buy once, come back any time.',
  ),
  listPage(
    publicPage(pagePaths.ebooks, 'All eBooks', 'Every eBook on the shelf: search by title or author.'),
    `/ebooks?limit=${LISTED_MAX}`,
  ),
  listPage(publicPage(pagePaths.library, 'Digital library'), allOfPage('Digital Library')),
  listPage(publicPage(pagePaths.archives, 'Archives'), allOfPage('Archives')),
  privatePage(pagePaths.search, 'Search'),
  publicPage(pagePaths.support, 'Support', 'Help record and keep the stories of queer India.'),
  publicPage(
    pagePaths.newsletter,
    'Newsletter',
    'One letter a month: new books, films and voices, and a story to keep.',
  ),
  blogsPage,
  blogPage,
  ...textPages,
  ...publishingPages,
  ...runPages,
  ...peoplePages,
  ...curatedPages,
  ...mediaTypes.map(({ page, label, path, joined }) =>
    itemPage(`/${page}/:id`, label, `/${path}`, previewImage(joined)),
  ),
  itemPage(pagePaths.anyMedia, 'Library', '/media', previewImage('page')),
  privatePage(pagePaths.login, 'Log in'),
  privatePage(pagePaths.register, 'Create an account'),
  privatePage(pagePaths.forgotPassword, 'Forgot your password?'),
  privatePage(pagePaths.resetPassword, 'Set a new password'),
  privatePage(pagePaths.confirmEmail, 'Confirm your email'),
  privatePage(pagePaths.confirmRegistration, 'Create an account'),
  privatePage(pagePaths.payment, 'Payment'),
  privatePage(pagePaths.paymentSuccess, 'Payment'),
  privatePage(pagePaths.stripeCheckout, 'Payment'),
  privatePage(pagePaths.read, 'Reader'),
  privatePage(pagePaths.profile, 'Profile'),
  privatePage(pagePaths.orders, 'Orders'),
  privatePage(pagePaths.saved, 'Saved for later'),
  privatePage(pagePaths.kept, 'On this device'),
  privatePage(pagePaths.gift, 'Open a gift'),
  privatePage(pagePaths.order, 'Orders'),
  privatePage(pagePaths.receipt, 'Orders'),
  privatePage(pagePaths.admin, 'Admin'),
];

const patterns = storefrontPages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/\/:id(?=\/|$)/, '/(?<id>[^/]+)')}/?$`),
}));

/** The page at a path of the storefront, with the id of its item; undefined for an unknown path. */
export const storefrontPageAt = (
  path: string,
): { readonly page: StorefrontPage; readonly id: string | undefined } | undefined => {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) return { page, id: match.groups?.id };
  }
  return undefined;
};

/** The part of a list response that the sitemap needs: one page of items, and where the next one begins. */
export const SitemapItems = z.object({
  items: z.array(
    MediaItem.pick({
      _id: true,
      mediaType: true,
      title: true,
      language: true,
      issueNumber: true,
      creator: true,
      author: true,
      director: true,
      narrator: true,
      speaker: true,
      cast: true,
    }),
  ),
  nextCursor: z.string().nullable(),
});
/** Lists whose items have a page each, below `/api`. */
export const sitemapLists: readonly string[] = mediaTypes.map(({ path }) => `/${path}`);

/** Posts of the blog without their texts, below `/api`, and what the sitemap needs of them. */
export const BLOGS_LIST = '/cms/blogs?brief=1';
export const SitemapBlogs = z.array(Blog.pick({ _id: true }));

/** Pages of runners who asked to be listed, below `/api`, and what the sitemap needs of them. */
export const RUN_PAGES_LIST = '/virtual-run/pages';
export const SitemapRunners = z.object({
  pages: z.array(RunPage.pick({ slug: true })),
  nextCursor: z.string().nullable(),
});
