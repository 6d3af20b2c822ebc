import type { IncomingMessage } from 'node:http';
import {
  Blog,
  blogPath,
  DISCREET_TITLE,
  pageTextEditionPath,
  type SiteSettings,
  textEditionPath,
  textPages,
} from '@satrangi/contracts';
import type { Request, Response } from 'express';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { isDiscreet } from './is-discreet.ts';
import { type TextDocument, textEdition } from './text-edition.ts';

type Read = ResponseCache['read'];

/** The id of a post whose text edition is requested. */
const blogIdOf = (path: string): string | undefined => {
  const id = /^\/text\/blogs\/([^/]+)$/.exec(path)?.[1];
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
};

/** A post. @returns null for an unknown one, `unavailable` when the cms does not answer */
const blogDocument = async (
  id: string,
  read: Read,
  request: IncomingMessage,
): Promise<TextDocument | null | 'unavailable'> => {
  const found = await read(`/api/cms/blogs/${encodeURIComponent(id)}`, request);
  if (found?.status === 404) return null;
  if (found?.status !== 200) return 'unavailable';
  const { _id, title, author, content } = Blog.parse(JSON.parse(found.body.toString('utf8')));
  return { title, author, richText: content, path: blogPath(_id), textPath: textEditionPath(_id) };
};

/** A page of text, with its built-in text while the cms does not answer; undefined for other paths. */
const pageDocument = async (
  path: string,
  site: SiteSettings,
  read: Read,
  request: IncomingMessage,
): Promise<TextDocument | undefined> => {
  const page = textPages.find((one) => one.hasEdition && pageTextEditionPath(one.path) === path);
  if (!page) return undefined;
  const found = await read(`/api${page.item.apiPath()}`, request);
  const sections = found?.status === 200 ? JSON.parse(found.body.toString('utf8')) : undefined;
  return { title: page.title, richText: page.richText(sections, site), path: page.path, textPath: path };
};

/** Sends the text edition of a post or page (checklist BEY-04). @returns false for paths and parts that have none */
export const createTextEditions =
  (site: SiteSettings, read: Read) =>
  async (request: Request, response: Response): Promise<boolean> => {
    const id = blogIdOf(request.path);
    const document =
      id === undefined
        ? await pageDocument(request.path, site, read, request)
        : await blogDocument(id, read, request);
    if (!document) return false;
    if (document === 'unavailable') {
      response.status(503).set('retry-after', '60').end();
      return true;
    }
    const title = isDiscreet(request) ? DISCREET_TITLE : document.title;
    const part = Number(request.query.part ?? 1);
    const text = textEdition(document, { part, title, origin: site.origin });
    if (text === null) return false;
    response
      .set({ 'cache-control': 'no-cache', vary: 'cookie', 'x-robots-tag': 'noindex' })
      .type('text/html')
      .send(text);
    return true;
  };
