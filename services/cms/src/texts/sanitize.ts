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

/** Rich text reduced to the allow-list of the contracts: on every write, and again in every response (checklist CMS-25, CMS-35). */
export const sanitizeRichText = (html: string): string => sanitizeHtml(html, options);

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The words of rich text, without tags. It is plain text: escape it before it becomes HTML. */
export const plainText = (html: string): string =>
  sanitizeHtml(html.replace(/<(br|\/p|\/h\d|\/li|\/blockquote)[^>]*>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
  }).replace(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
