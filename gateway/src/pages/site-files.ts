import type { IncomingMessage } from 'node:http';
import {
  Blog,
  blogPath,
  MediaItem,
  mediaTypes,
  pagePaths,
  pageRedirects,
  runPagePath,
  type SiteSettings,
} from '@satrangi/contracts';
import type { RequestHandler, Response } from 'express';
import type { GatewayConfig } from '../config.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { feeds } from './feeds.ts';
import { createTextEditions } from './send-text-edition.ts';
import { sharedCodeOf, sharedPage } from './shared-page.ts';
import { createSitemap } from './sitemap.ts';

type SiteFilesConfig = Pick<GatewayConfig, 'PUBLIC_URL' | 'SITE_NAME' | 'SITE_TAGLINE' | 'CONTACT_EMAIL'>;

const HOUR_S = 3_600;

const robots = (origin: string): string =>
  ['User-agent: *', 'Disallow: /sandbox', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

/** A feed; null when its service does not respond. */
const readFeed = async (
  path: string,
  site: SiteSettings,
  read: ResponseCache['read'],
  request: IncomingMessage,
): Promise<string | null> => {
  const feed = feeds[path];
  const response = feed ? await read(`/api${feed.list}`, request) : null;
  return feed && response?.status === 200
    ? feed.make(JSON.parse(response.body.toString('utf8')), site)
    : null;
};

const PostId = Blog.pick({ _id: true });
const TitleType = MediaItem.pick({ mediaType: true });

type Read = (path: string) => ReturnType<ResponseCache['read']>;

const findPost = async (code: string, read: Read): Promise<string | null> => {
  const post = await read(`/api/cms/shared-blogs/${code}`);
  if (post?.status !== 200) return null;
  return blogPath(PostId.parse(JSON.parse(post.body.toString('utf8')))._id);
};

/** The page of a runner whose address is the code alone. */
const findRunner = async (code: string, read: Read): Promise<string | null> =>
  (await read(`/api/virtual-run/f/${code}`))?.status === 200 ? runPagePath(code) : null;

const findTitle = async (id: string, read: Read): Promise<string | null> => {
  const found = await read(`/api/media/${id}`);
  if (found?.status !== 200) return null;
  const { data } = TitleType.safeParse(JSON.parse(found.body.toString('utf8')));
  const kind = mediaTypes.find(({ joined }) => joined === data?.mediaType);
  return kind ? `/${kind.page}/${id}` : null;
};

/** Codes of posts and runners; ids of titles have capital letters, dashes and underscores, too. */
const SHORT_CODE = /^[a-z0-9]{1,40}$/;

/** The page of a code: a post, a runner, or a title by its id. */
const findShared = async (code: string, read: Read): Promise<string> => {
  const isShort = SHORT_CODE.test(code);
  const short = isShort ? ((await findPost(code, read)) ?? (await findRunner(code, read))) : null;
  return short ?? (await findTitle(code, read)) ?? (isShort ? blogPath(code) : pagePaths.home);
};

/** Opens a plain link: the neutral page on GET, its target on POST (checklist BEY-05). */
const openShared = async (
  code: string,
  read: ResponseCache['read'],
  request: IncomingMessage,
  response: Response,
): Promise<void> => {
  response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  if (request.method !== 'POST') return void response.type('text/html').send(sharedPage(code));
  response.redirect(303, await findShared(code, (path) => read(path, request)));
};

/** `/robots.txt`, `/sitemap.xml` and its parts, feeds, text editions, plain links, and 308 for earlier paths. */
export const createSiteFilesHandler = (
  config: SiteFilesConfig,
  read: ResponseCache['read'],
): RequestHandler => {
  const origin = config.PUBLIC_URL.replace(/\/$/, '');
  const site = { name: config.SITE_NAME, tagline: config.SITE_TAGLINE, email: config.CONTACT_EMAIL, origin };
  const sendTextEdition = createTextEditions(site, read);
  const sitemap = createSitemap(origin, read);
  return async (request, response, next) => {
    const code = sharedCodeOf(request.path);
    if (code !== undefined && ['GET', 'HEAD', 'POST'].includes(request.method))
      return openShared(code, read, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const target = pageRedirects[request.path];
    if (target !== undefined) {
      const query = request.originalUrl.indexOf('?');
      return response.redirect(308, target + (query < 0 ? '' : request.originalUrl.slice(query)));
    }
    if (request.path.startsWith('/text/') && (await sendTextEdition(request, response))) return;
    const cached = { 'cache-control': `public, max-age=${HOUR_S}` };
    if (request.path === '/robots.txt')
      return void response.set(cached).type('text/plain').send(robots(origin));
    const map = await sitemap(request.path, request);
    if (map !== undefined) return void response.set(cached).type('application/xml').send(map);
    if (Object.hasOwn(feeds, request.path)) {
      const atom = await readFeed(request.path, site, read, request);
      if (atom === null) return void response.status(503).set('retry-after', '60').end();
      return void response.set(cached).type('application/atom+xml').send(atom);
    }
    next();
  };
};
