import sanitizeHtml from 'sanitize-html';

const ROWS_MAX = 200;
const CELLS_MAX = 50;

/** Google's class names whose style has this property: exports write bold and italic as classes. */
const classesWith = (html: string, property: RegExp): Set<string> => {
  const found = new Set<string>();
  for (const [, name = '', style = ''] of html.matchAll(/\.([\w-]{1,40})\{([^{}]{0,2000})\}/g))
    if (property.test(style)) found.add(name);
  return found;
};

/** Links of an export lead over a page of Google that counts them. */
const directLink = (href: string): string => {
  const url = URL.canParse(href) ? new URL(href) : null;
  const isCounted = url?.hostname === 'www.google.com' && url.pathname === '/url';
  return (isCounted && url.searchParams.get('q')) || href;
};

/** The addresses of the pictures in an export, in their order. */
export const picturesIn = (html: string): string[] => {
  const found: string[] = [];
  sanitizeHtml(html, {
    allowedTags: ['img'],
    allowedAttributes: false,
    transformTags: {
      img: (tagName, attribs) => {
        if (attribs.src) found.push(attribs.src);
        return { tagName, attribs };
      },
    },
  });
  return [...new Set(found)];
};

/**
 * Prepares the export of a document for the allow-list: bold and italic as tags, headings below the page's own, direct
 * links. The result is not sanitised.
 * @param pictures the address on this site of each picture; others are removed
 */
export const withPlainTags = (html: string, pictures: ReadonlyMap<string, string>): string => {
  const bold = classesWith(html, /font-weight:\s*(bold|[6-9]00)/);
  const italic = classesWith(html, /font-style:\s*italic/);
  const has = (names: Set<string>, className = ''): boolean =>
    className.split(/\s+/).some((name) => names.has(name));
  return sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    exclusiveFilter: ({ tag }) => ['script', 'style', 'title', 'noscript'].includes(tag),
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      a: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, ...(attribs.href ? { href: directLink(attribs.href) } : {}) },
      }),
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src: pictures.get(src) ?? '', alt } }),
      span: (tagName, attribs) => {
        const isBold = has(bold, attribs.class) || /font-weight:\s*(bold|[6-9]00)/.test(attribs.style ?? '');
        const isItalic = has(italic, attribs.class) || /font-style:\s*italic/.test(attribs.style ?? '');
        return { tagName: isBold ? 'strong' : isItalic ? 'em' : tagName, attribs };
      },
    },
  });
};

/** Cells of comma-separated values (RFC 4180), at most 200 rows. */
export const rowsOfCsv = (csv: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.some((cell) => cell.trim() !== '')) rows.push(row.slice(0, CELLS_MAX));
    row = [];
    if (rows.length >= ROWS_MAX) break;
  }
  return rows;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A spreadsheet as text: one paragraph for each row, because mail programs cut wide tables. */
export const htmlOfCsv = (csv: string): string =>
  rowsOfCsv(csv)
    .map(
      (row) =>
        `<p>${row
          .filter((cell) => cell.trim() !== '')
          .map(escaped)
          .join(' · ')}</p>`,
    )
    .join('');
