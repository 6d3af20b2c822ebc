import { richText } from '@satrangi/contracts/pure';

/** Shown when a link of an editor leads elsewhere (checklist ADM-25). */
export const LINK_REFUSED = 'Links may begin with https, http, mailto or tel.';

const schemes = new RegExp(`^(?:${richText.schemes.join('|')}):[^\\s]+$`, 'i');

/** Whether this link may be added: a full address with an allowed scheme. */
export const isAllowedLink = (href: string): boolean => schemes.test(href.trim());

/** Whether a link of a pasted or stored text stays: also paths and fragments of this site. */
export const isKeptLink = (href: string): boolean =>
  isAllowedLink(href) || /^(?:\/(?!\/)|#)/.test(href.trim());
