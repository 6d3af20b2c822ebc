import {
  BLOGS_FEED,
  Blog,
  blogPath,
  kindOfJoined,
  MediaItem,
  mediaPath,
  NEW_TITLES_LIST,
  pagePaths,
  type SiteSettings,
  TITLES_FEED,
  truncate,
} from '@satrangi/contracts';
import { z } from 'zod';
import { atomFeed, type FeedEntry } from './atom-feed.ts';

const POSTS_MAX = 50;
const SUMMARY_MAX = 600;

/** A feed: the list below `/api` that it is made from, and how. */
type FeedFile = {
  readonly list: string;
  readonly make: (response: unknown, site: SiteSettings) => string;
};

/** Whole texts: readers of feeds need not open the site. */
const postEntry = (blog: Blog): FeedEntry => ({
  path: blogPath(blog._id),
  title: blog.title,
  author: blog.author,
  publishedAt: blog.publishedAt ?? blog.updatedAt,
  updatedAt: blog.updatedAt,
  summary: blog.excerpt,
  content: blog.content,
});

const FeedItems = z.object({
  items: z.array(
    MediaItem.pick({
      _id: true,
      mediaType: true,
      title: true,
      creator: true,
      description: true,
      createdAt: true,
      updatedAt: true,
    }),
  ),
});
type FeedItem = z.infer<typeof FeedItems>['items'][number];

const titleEntry = (item: FeedItem): FeedEntry => ({
  path: mediaPath(item),
  title: item.title,
  author: item.creator,
  publishedAt: item.createdAt,
  updatedAt: item.updatedAt,
  summary: `${kindOfJoined(item.mediaType).label}. ${truncate(item.description, SUMMARY_MAX)}`,
});

/** The feeds of the site, by path. */
export const feeds: Readonly<Record<string, FeedFile>> = {
  [BLOGS_FEED]: {
    list: '/cms/blogs',
    make: (response, site) =>
      atomFeed(
        {
          path: BLOGS_FEED,
          page: pagePaths.blogs,
          title: site.name,
          entries: z.array(Blog).parse(response).slice(0, POSTS_MAX).map(postEntry),
        },
        site,
      ),
  },
  [TITLES_FEED]: {
    list: NEW_TITLES_LIST,
    make: (response, site) =>
      atomFeed(
        {
          path: TITLES_FEED,
          page: pagePaths.library,
          title: `${site.name}: new titles`,
          entries: FeedItems.parse(response).items.map(titleEntry),
        },
        site,
      ),
  },
};
