import {
  type Breadcrumb,
  escapeMarkup,
  isPreviewImage,
  type PageHead,
  previewSize,
  type SiteSettings,
} from '@satrangi/contracts';

/** The web client removes marked elements before it renders its own. */
const MARK = 'data-head';

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${MARK} ${kind}="${key}" content="${escapeMarkup(content)}" />`;

/** The title of a page with the name of the site. */
const titleOf = (title: string, { name }: SiteSettings): string =>
  title.includes(name) ? title : `${title} | ${name}`;

/** `<` is escaped, so that no text can end the block. */
const jsonLd = (data: object): string =>
  `<script ${MARK} type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const breadcrumbList = (breadcrumbs: readonly Breadcrumb[], { name, origin }: SiteSettings): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name, path: '/' }, ...breadcrumbs].map((page, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: page.name,
    item: origin + page.path,
  })),
});

/** The elements of a head for `<head>`. */
export const renderHead = (head: PageHead, site: SiteSettings, requestedPath: string): string => {
  const title = titleOf(head.title, site);
  const address = site.origin + (head.path ?? requestedPath);
  const { description, image, imageAlt, data, breadcrumbs } = head;
  const elements = [`<title ${MARK}>${escapeMarkup(title)}</title>`];
  if (!head.isIndexed) return elements.join('\n    ');
  elements.push(
    `<link ${MARK} rel="canonical" href="${escapeMarkup(address)}" />`,
    meta('property', 'og:title', head.title),
    meta('property', 'og:url', address),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:type', head.isArticle ? 'article' : 'website'),
    meta('name', 'twitter:card', image && isPreviewImage(image) ? 'summary_large_image' : 'summary'),
  );
  if (description)
    elements.push(meta('name', 'description', description), meta('property', 'og:description', description));
  if (head.feed)
    elements.push(
      `<link ${MARK} rel="alternate" type="application/atom+xml" href="${escapeMarkup(site.origin + head.feed)}" />`,
    );
  if (image) elements.push(meta('property', 'og:image', new URL(image, site.origin).href));
  if (image && imageAlt) elements.push(meta('property', 'og:image:alt', imageAlt));
  if (image && isPreviewImage(image))
    elements.push(
      meta('property', 'og:image:width', String(previewSize.width)),
      meta('property', 'og:image:height', String(previewSize.height)),
    );
  if (data) elements.push(jsonLd(data));
  if (breadcrumbs) elements.push(jsonLd(breadcrumbList(breadcrumbs, site)));
  return elements.join('\n    ');
};

const renderLink = ({ path, text, language }: NonNullable<PageHead['links']>[number]): string =>
  `<li><a href="${escapeMarkup(path)}" lang="${escapeMarkup(language)}" dir="auto">${escapeMarkup(text)}</a></li>`;

/** The text of a page for browsers without JavaScript. */
export const renderText = ({ title, words, text = [], links = [], textEdition }: PageHead): string =>
  [
    `<h1>${escapeMarkup(title)}</h1>`,
    ...(words?.paragraphs ?? []).map(
      (paragraph) =>
        `<p lang="${escapeMarkup(words?.language ?? '')}" dir="auto">${escapeMarkup(paragraph)}</p>`,
    ),
    ...text.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`),
    ...(links.length > 0 ? ['<ul>', ...links.map(renderLink), '</ul>'] : []),
    ...(textEdition ? [`<p><a href="${escapeMarkup(textEdition)}">Text only</a></p>`] : []),
  ].join('\n      ');

/**
 * The text edition, offered to browsers that request little data. It follows the page: alone on the screen until the code
 * has loaded, below the footer afterwards.
 */
export const renderOffer = ({ textEdition }: PageHead, saveData: string | undefined): string =>
  textEdition && saveData?.toLowerCase() === 'on'
    ? `\n    <nav aria-label="Text edition"><a href="${escapeMarkup(textEdition)}">Text only, less than 14 kB</a></nav>`
    : '';
