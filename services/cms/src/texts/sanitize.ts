import { richText } from '@satrangi/contracts';
import sanitizeHtml from 'sanitize-html';

/** Only `/api/cms/images/<name>`: no other path of this host either. */
const isOwnImage = (src = ''): boolean =>
  src.startsWith(richText.imagePrefix) && /^[\w-]+\.\w+$/.test(src.slice(richText.imagePrefix.length));

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richText.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedClasses: { '*': [...richText.classes] },
  allowedSchemes: [...richText.schemes],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowVulnerableTags: false,
  enforceHtmlBoundary: false,
  // a picture of another host, or without a source, is removed
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnImage(attribs.src),
};

/** The end of a block whose tag is removed: a space keeps its last word apart from the next block. */
const removedBlock =
  /<\/(?:h[156]|div|section|article|header|footer|main|aside|address|pre|dt|dd|td|th|tr|caption)\s*>(?!\s)/gi;

/** Rich text reduced to the allow-list of the contracts: on every write, and again in every response (checklist CMS-25, CMS-35). */
export const sanitizeRichText = (html: string): string =>
  sanitizeHtml(html.replace(removedBlock, '$& '), options);
