import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
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

/** Files of the build have a hash in the name and never change: browsers cache them for a year. Icons and data of pdf.js have none. */
const isHashed = (name: string): boolean => /\/assets\/[^/]*-[\w-]{7,}\.\w+$/.test(name);

/** Headers for documents only. Without them the thirty small files of a first visit are 5 kB smaller. */
const DOCUMENT_HEADERS = ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'] as const;

/** Subresources: the policy of the page applies to them. Opened alone they may load nothing. Workers keep the full policy. */
const isSubresource = (name: string): boolean => /\.(js|css|woff2)$/.test(name);
const SUBRESOURCE_POLICY = "default-src 'none'";

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

/** The HTML of an address. */
export type Shell = {
  readonly status: 200 | 404;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Serves one built app: hashed files cached for a year with Brotli copies, every other address without a file
 * extension by the shell, with an ETag. The caller mounts it; paths are those below the mount.
 * @param dist the folder of the build; without it there is no app
 * @param createShell receives index.html once, then renders it for each request
 */
export const servePages = (
  dist: string | undefined,
  createShell: (template: string) => (request: Request) => Promise<Shell>,
): RequestHandler | null => {
  if (!dist || !existsSync(path.join(dist, 'index.html'))) return null;
  const assets = listAssets(dist);
  const renderShell = createShell(readFileSync(path.join(dist, 'index.html'), 'utf8'));

  const sendShell = async (request: Request, response: Response): Promise<void> => {
    const { status, headers, text: html } = await renderShell(request);
    const text = Buffer.from(html);
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    response.status(status).set({
      'content-type': TYPES['.html'] ?? '',
      'cache-control': 'no-cache',
      ...headers,
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
