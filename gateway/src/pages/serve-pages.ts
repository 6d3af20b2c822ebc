import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { GatewayConfig } from '../config.ts';
import { acceptsBrotli } from '../http/accepts-brotli.ts';

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

/** What pages may know of the site; pages read it from a data block, so it costs no request. */
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

/** Names with a hash never change: browsers keep them for a year. */
const isHashed = (name: string): boolean => /-[\w-]{8,}\.\w+$/.test(name);

/** Obeyed by documents only. A first visit is thirty small files: unsaid there, they save a phone 5 kB. */
const OF_DOCUMENTS = ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'] as const;

/** Parts of pages: the page’s policy rules over them, and opened alone they may do nothing. Workers have the whole one. */
const isPart = (name: string): boolean => /\.(js|css|woff2)$/.test(name);
const POLICY_OF_PARTS = "default-src 'none'";

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

/**
 * The built pages: files with a hash in their name for a year, the shell fresh each time with the site's facts in it.
 * Every other path is the shell's to answer, so old links and unknown ones reach the page that says so.
 * @param isFilling true while the demo titles of a first start are added: pages then ask how far they are
 */
export const servePages = (config: GatewayConfig, isFilling = () => false): RequestHandler | null => {
  const dist = config.WEB_DIST;
  if (!dist || !existsSync(path.join(dist, 'index.html'))) return null;
  const assets = listAssets(dist);
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const shellWith = (site: string) => {
    const text = Buffer.from(
      template.replace(
        /(<script[^>]*id="site"[^>]*>)[\s\S]*?(<\/script>)/,
        (_, open: string, close: string) => open + site + close,
      ),
    );
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  };
  const usual = shellWith(siteOf(config, false));
  const whileFilling = shellWith(siteOf(config, true));

  const sendShell = (request: Request, response: Response): void => {
    const { text, tag } = isFilling() ? whileFilling : usual;
    response.set({ 'content-type': TYPES['.html'] ?? '', 'cache-control': 'no-cache', etag: tag });
    if (request.get('if-none-match') === tag) response.status(304).end();
    else response.end(request.method === 'HEAD' ? undefined : text);
  };

  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const asset = request.path === '/index.html' ? undefined : assets.get(request.path);
    if (!asset) {
      // A missing file must not answer with the shell: a browser would take HTML for a script.
      if (/\.(m?js|css|woff2|png|svg|ico|webp|map|wasm)$/.test(request.path)) next();
      else sendShell(request, response);
      return;
    }
    if (isHashed(request.path)) {
      for (const name of OF_DOCUMENTS) response.removeHeader(name);
      // ten times shorter than the whole one: 9 kB of a first visit
      if (isPart(request.path)) response.set('content-security-policy', POLICY_OF_PARTS);
    }
    const packed = asset.encodings.includes('br') && acceptsBrotli(request.get('accept-encoding'));
    response.set({
      'content-type': asset.type,
      'cache-control': isHashed(request.path)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      etag: asset.etag,
      vary: 'accept-encoding',
      ...(packed ? { 'content-encoding': 'br' } : {}),
    });
    if (request.get('if-none-match') === asset.etag) {
      response.status(304).end();
      return;
    }
    response.sendFile(packed ? `${asset.file}.br` : asset.file, {
      etag: false,
      lastModified: false,
      cacheControl: false,
      acceptRanges: false,
      dotfiles: 'allow',
      headers: { 'content-type': asset.type },
    });
  };
};
