import type { IncomingMessage } from 'node:http';
import { mediaPath, pageRedirects, SitemapItems, sitemapLists, storefrontPages } from '@satrangi/contracts';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';

const HOUR_S = 3_600;

const robots = (origin: string): string =>
  ['User-agent: *', 'Disallow: /sandbox', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Every indexed address (sitemaps.org 0.9). Lists of services that are unavailable are left out. */
const sitemap = async (
  origin: string,
  read: ResponseCache['read'],
  request: IncomingMessage,
): Promise<string> => {
  const site = { name: '', tagline: '', origin };
  const fixed = storefrontPages
    .filter(({ path, head }) => !path.includes(':') && head(site).isIndexed)
    .map(({ path }) => path);
  const items = await Promise.all(
    sitemapLists.map(async (list) => {
      const response = await read(`/api${list}`, request);
      if (response?.status !== 200) return [];
      return SitemapItems.parse(JSON.parse(response.body.toString('utf8'))).items.map(mediaPath);
    }),
  );
  const rows = [...fixed, ...items.flat()].map((path) => `  <url><loc>${escaped(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...rows,
    '</urlset>',
    '',
  ].join('\n');
};

/** `/robots.txt`, `/sitemap.xml`, and 308 for earlier paths. */
export const createSiteFilesHandler = (
  { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>,
  read: ResponseCache['read'],
): RequestHandler => {
  const origin = PUBLIC_URL.replace(/\/$/, '');
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const target = pageRedirects[request.path];
    if (target !== undefined) {
      const query = request.originalUrl.indexOf('?');
      return response.redirect(308, target + (query < 0 ? '' : request.originalUrl.slice(query)));
    }
    const cached = { 'cache-control': `public, max-age=${HOUR_S}` };
    if (request.path === '/robots.txt')
      return void response.set(cached).type('text/plain').send(robots(origin));
    if (request.path === '/sitemap.xml')
      return void response
        .set(cached)
        .type('application/xml')
        .send(await sitemap(origin, read, request));
    next();
  };
};
