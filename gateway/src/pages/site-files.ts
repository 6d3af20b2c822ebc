import type { IncomingMessage } from 'node:http';
import { BLOGS_FEED, Blog, blogPath, pageRedirects, runPagePath } from '@satrangi/contracts';
import type { RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { GatewayConfig } from '../config.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { blogsFeed } from './blogs-feed.ts';
import { createTextEditions } from './send-text-edition.ts';
import { sharedCodeOf, sharedPage } from './shared-page.ts';
import { createSitemap } from './sitemap.ts';

type SiteFilesConfig = Pick<GatewayConfig, 'PUBLIC_URL' | 'SITE_NAME' | 'SITE_TAGLINE' | 'CONTACT_EMAIL'>;

const HOUR_S = 3_600;

const robots = (origin: string): string =>
  ['User-agent: *', 'Disallow: /sandbox', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

/** The feed of the blog; null when the service does not respond. */
const feed = async (
  config: SiteFilesConfig,
  origin: string,
  read: ResponseCache['read'],
  request: IncomingMessage,
): Promise<string | null> => {
  const response = await read('/api/cms/blogs', request);
  if (response?.status !== 200) return null;
  const blogs = z.array(Blog).parse(JSON.parse(response.body.toString('utf8')));
  return blogsFeed(blogs, {
    name: config.SITE_NAME,
    tagline: config.SITE_TAGLINE,
    email: config.CONTACT_EMAIL,
    origin,
  });
};

/** The page of a code: a post, or a runner whose address is the code alone. */
const findShared = async (
  code: string,
  read: ResponseCache['read'],
  request: IncomingMessage,
): Promise<string> => {
  const blog = await read(`/api/cms/shared-blogs/${code}`, request);
  if (blog?.status === 200)
    return blogPath(Blog.pick({ _id: true }).parse(JSON.parse(blog.body.toString('utf8')))._id);
  const runner = await read(`/api/virtual-run/f/${code}`, request);
  return runner?.status === 200 ? runPagePath(code) : blogPath(code);
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
  response.redirect(303, await findShared(code, read, request));
};

/** `/robots.txt`, `/sitemap.xml` and its parts, `/blogs.xml`, text editions, plain links, and 308 for earlier paths. */
export const createSiteFilesHandler = (
  config: SiteFilesConfig,
  read: ResponseCache['read'],
): RequestHandler => {
  const origin = config.PUBLIC_URL.replace(/\/$/, '');
  const sendTextEdition = createTextEditions(
    { name: config.SITE_NAME, tagline: config.SITE_TAGLINE, email: config.CONTACT_EMAIL, origin },
    read,
  );
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
    if (request.path === BLOGS_FEED) {
      const atom = await feed(config, origin, read, request);
      if (atom === null) return void response.status(503).set('retry-after', '60').end();
      return void response.set(cached).type('application/atom+xml').send(atom);
    }
    next();
  };
};
