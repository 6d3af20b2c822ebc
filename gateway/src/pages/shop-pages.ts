import { signText } from '@satrangi/chassis/without-store';
import {
  DISCREET_TITLE,
  type PageHead,
  POST_CARD_PURPOSE,
  postCardText,
  postPreviewImage,
} from '@satrangi/contracts';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { createFindPage, type FoundPage } from './find-page.ts';
import { isDiscreet } from './is-discreet.ts';
import { renderHead, renderOffer, renderText } from './page-head.ts';
import { servePages } from './serve-pages.ts';
import { settingsInto } from './site-settings.ts';

/** The web client renders into it. */
const ROOT = '<div id="root"></div>';

/** In discreet mode the tab shows a neutral title before the page has loaded; nothing of the item is in the page. */
const discreetHead: FoundPage = { status: 200, head: { title: DISCREET_TITLE, isIndexed: false } };

/** The head with the address of its drawn image, when it has no image of its own. */
const withDrawnImage = (head: PageHead, secret: string): PageHead =>
  head.card && !head.image
    ? { ...head, image: postPreviewImage(signText(secret, POST_CARD_PURPOSE, postCardText(head.card))) }
    : head;

/**
 * Serves the shop: the shell is revalidated each time and filled with the settings and the head of the page. Unknown
 * paths and unknown items get it with status 404; the page explains.
 * @param read reads public endpoints for the heads of items
 * @param isFilling true while the demo titles of a first start are added; pages then poll the progress
 */
export const createShopHandler = (
  config: GatewayConfig,
  read: ResponseCache['read'],
  isFilling = () => false,
): RequestHandler | null => {
  const site = {
    name: config.SITE_NAME,
    tagline: config.SITE_TAGLINE,
    email: config.CONTACT_EMAIL,
    origin: config.PUBLIC_URL.replace(/\/$/, ''),
  };
  const findPage = createFindPage(site, read, config.PAGE_HEAD_MS);
  return servePages(config.WEB_DIST, (template) => {
    const shell = settingsInto(template, config);
    const shellWhileFilling = settingsInto(template, config, { filling: 'yes' });
    return async (request) => {
      const found = isDiscreet(request) ? discreetHead : await findPage(request.path, request);
      const { status } = found;
      const head = withDrawnImage(found.head, config.INTERNAL_SECRET);
      return {
        status,
        headers: {
          'cache-control': head.isUncached ? 'no-store' : 'no-cache',
          vary: 'cookie, save-data',
          ...(!head.isIndexed && { 'x-robots-tag': 'noindex' }),
        },
        text: (isFilling() ? shellWhileFilling : shell)
          .replace('</head>', () => `  ${renderHead(head, site, request.path)}\n  </head>`)
          .replace(ROOT, () => ROOT + renderOffer(head, request.get('save-data')))
          .replace('<noscript>', () => `<noscript>\n      ${renderText(head)}\n      `),
      };
    };
  });
};
