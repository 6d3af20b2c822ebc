import { DISCREET_TITLE, escapeMarkup, pagePaths } from '@satrangi/contracts';
import { type RequestHandler, Router } from 'express';
import type { GatewayConfig } from '../config.ts';
import { adminHeaders } from '../http/security-headers.ts';
import { isDiscreet } from './is-discreet.ts';
import { servePages } from './serve-pages.ts';
import { settingsInto } from './site-settings.ts';

/**
 * Serves the back office below /admin, the `base` of its build (checklist ADM-40). The shell is public, because it holds nothing: each service
 * decides for itself whether the caller is an admin. Its headers are stricter than those of the shop.
 */
export const createAdminHandler = (config: GatewayConfig): RequestHandler | null => {
  const pages = servePages(config.ADMIN_DIST, (template) => {
    const shell = settingsInto(template, config);
    return async (request) => {
      const title = isDiscreet(request) ? DISCREET_TITLE : `Back office | ${config.SITE_NAME}`;
      return {
        status: 200,
        headers: { ...adminHeaders, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
        text: shell.replace('</head>', () => `  <title>${escapeMarkup(title)}</title>\n  </head>`),
      };
    };
  });
  return pages && Router().use(pagePaths.admin, pages);
};
