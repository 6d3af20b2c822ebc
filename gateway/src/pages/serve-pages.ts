import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DISCREET_TITLE } from '@satrangi/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { GatewayConfig } from '../config.ts';
import { acceptsBrotli } from '../http/accepts-brotli.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { createFindPage, type FoundPage } from './find-page.ts';
import { isDiscreet } from './is-discreet.ts';
import { renderHead, renderOffer, renderText } from './page-head.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.ttf': 'font/ttf',
};

/** Public settings of the site. Pages read them from a data block, without a request. */
const siteOf = (config: GatewayConfig, isFilling: boolean): string =>
  JSON.stringify({
    ...(isFilling && { filling: 'yes' }),
    name: config.SITE_NAME,
    tagline: config.SITE_TAGLINE,
    short: config.SITE_SHORT,
    assistant: config.ASSISTANT_NAME,
    contactEmail: config.CONTACT_EMAIL,
    instagramUrl: config.INSTAGRAM_URL,
    facebookUrl: config.FACEBOOK_URL,
    quickExitUrl: config.QUICK_EXIT_URL,
    statementName: config.STATEMENT_NAME,
    receiptSubject: config.RECEIPT_SUBJECT,
    publicUrl: config.PUBLIC_URL,
  }).replaceAll('<', '\\u003c');

/** Files with a hash in the name never change: browsers cache them for a year. Those of the root, like icons, have none. */
const isHashed = (name: string): boolean => /^\/.+\/[^/]*-[\w-]{8,}\.\w+$/.test(name);

/** Headers for documents only. Without them the thirty small files of a first visit are 5 kB smaller. */
const DOCUMENT_HEADERS = ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'] as const;

/** Subresources: the policy of the page applies to them. Opened alone they may load nothing. Workers keep the full policy. */
const isSubresource = (name: string): boolean => /\.(js|css|woff2)$/.test(name);
const SUBRESOURCE_POLICY = "default-src 'none'";

/** The web client renders into it. */
const ROOT = '<div id="root"></div>';

type Asset = {
  readonly file: string;
  readonly type: string;
  readonly etag: string;
  readonly encodings: readonly string[];
};

const listAssets = (dist: string): Map<string, Asset> => {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(file);
    assets.set(`/${path.relative(dist, file).split(path.sep).join('/')}`, {
      file,
      type: TYPES[path.extname(entry.name)] ?? 'application/octet-stream',
      etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
      encodings: existsSync(`${file}.br`) ? ['br'] : [],
    });
  }
  return assets;
};

/** In discreet mode the tab shows a neutral title before the page has loaded; nothing of the item is in the page. */
const discreetHead: FoundPage = { status: 200, head: { title: DISCREET_TITLE, isIndexed: false } };

/**
 * Serves the built pages: hashed files cached for a year, the shell revalidated each time and filled with the settings
 * and the head of the page. Unknown paths and unknown items get the shell with status 404; the page explains.
 * @param read reads public endpoints for the heads of items
 * @param isFilling true while the demo titles of a first start are added; pages then poll the progress
 */
export const createPagesHandler = (
  config: GatewayConfig,
  read: ResponseCache['read'],
  isFilling = () => false,
): RequestHandler | null => {
  const dist = config.WEB_DIST;
  if (!dist || !existsSync(path.join(dist, 'index.html'))) return null;
  const assets = listAssets(dist);
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const site = {
    name: config.SITE_NAME,
    tagline: config.SITE_TAGLINE,
    email: config.CONTACT_EMAIL,
    origin: config.PUBLIC_URL.replace(/\/$/, ''),
  };
  const findPage = createFindPage(site, read, config.PAGE_HEAD_MS);
  const shellWith = (settings: string): string =>
    template.replace(
      /(<script[^>]*id="site"[^>]*>)[\s\S]*?(<\/script>)/,
      (_, open: string, close: string) => open + settings + close,
    );
  const shell = shellWith(siteOf(config, false));
  const shellWhileFilling = shellWith(siteOf(config, true));

  const sendShell = async (request: Request, response: Response): Promise<void> => {
    const { status, head } = isDiscreet(request) ? discreetHead : await findPage(request.path, request);
    const text = Buffer.from(
      (isFilling() ? shellWhileFilling : shell)
        .replace('</head>', () => `  ${renderHead(head, site, request.path)}\n  </head>`)
        .replace(ROOT, () => ROOT + renderOffer(head, request.get('save-data')))
        .replace('<noscript>', () => `<noscript>\n      ${renderText(head)}\n      `),
    );
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    response.status(status).set({
      'content-type': TYPES['.html'] ?? '',
      'cache-control': head.isUncached ? 'no-store' : 'no-cache',
      vary: 'cookie, save-data',
      ...(!head.isIndexed && { 'x-robots-tag': 'noindex' }),
      ...(status === 200 && { etag: tag }),
    });
    if (status === 200 && request.get('if-none-match') === tag) response.status(304).end();
    else response.end(request.method === 'HEAD' ? undefined : text);
  };

  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const asset = request.path === '/index.html' ? undefined : assets.get(request.path);
    if (!asset) {
      // A missing file must not get the shell: a browser would parse HTML as a script.
      if (/\.(m?js|css|woff2|png|svg|ico|webp|map|wasm|webmanifest)$/.test(request.path)) next();
      else sendShell(request, response).catch(next);
      return;
    }
    if (isHashed(request.path)) {
      for (const name of DOCUMENT_HEADERS) response.removeHeader(name);
      // the short policy saves 9 kB of a first visit
      if (isSubresource(request.path)) response.set('content-security-policy', SUBRESOURCE_POLICY);
    }
    const isBrotli = asset.encodings.includes('br') && acceptsBrotli(request.get('accept-encoding'));
    response.set({
      'content-type': asset.type,
      'cache-control': isHashed(request.path)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      etag: asset.etag,
      vary: 'accept-encoding',
      ...(isBrotli ? { 'content-encoding': 'br' } : {}),
    });
    if (request.get('if-none-match') === asset.etag) {
      response.status(304).end();
      return;
    }
    const options = {
      etag: false,
      lastModified: false,
      cacheControl: false,
      acceptRanges: false,
      dotfiles: 'allow',
      headers: { 'content-type': asset.type },
    } as const;
    response.sendFile(isBrotli ? `${asset.file}.br` : asset.file, options, (error) => {
      if (!error) return;
      if (response.headersSent) return void response.destroy();
      // the pages were built again while the gateway was running
      for (const name of ['content-type', 'cache-control', 'etag', 'content-encoding'])
        response.removeHeader(name);
      next();
    });
  };
};
