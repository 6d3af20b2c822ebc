/** Settings of this site. The server replaces the JSON in index.html, so a fork is renamed without a build. */
export type Site = {
  readonly name: string;
  /** One sentence for the footer and search results. */
  readonly tagline: string;
  /** A short name for narrow places. */
  readonly short: string;
  /** Name of the chat assistant. */
  readonly assistant: string;
  readonly contactEmail: string;
  readonly instagramUrl: string;
  readonly facebookUrl: string;
  /** Where Exit leads: an inconspicuous page. */
  readonly quickExitUrl: string;
  /** The name on bank and card statements. */
  readonly statementName: string;
  /** The subject line of the receipt. */
  readonly receiptSubject: string;
  /** The canonical origin for search engines; empty for the origin of the page. */
  readonly publicUrl: string;
  /** 'yes' while the demo titles of a first start are being imported. */
  readonly filling: string;
};

const defaults: Site = {
  name: 'Satrangi',
  tagline: 'A press, a library and an archive for queer stories from India.',
  short: 'Satrangi',
  assistant: 'Saathi',
  contactEmail: 'hello@satrangi.example',
  instagramUrl: 'https://www.instagram.com/satrangi.example',
  facebookUrl: 'https://www.facebook.com/satrangi.example',
  quickExitUrl: 'https://mausam.imd.gov.in/',
  statementName: 'STR MEDIA',
  receiptSubject: 'Your order is ready',
  publicUrl: '',
  filling: '',
};

/** Parses the JSON of the page over the defaults. Broken JSON and empty values are ignored. */
export const readSite = (text: string | null | undefined): Site => {
  try {
    const parsed: unknown = JSON.parse(text || '{}');
    const entries = Object.entries(parsed ?? {}).filter(
      ([, value]) => typeof value === 'string' && value !== '',
    );
    return { ...defaults, ...Object.fromEntries(entries) };
  } catch {
    return defaults;
  }
};

export const site: Site = readSite(globalThis.document?.getElementById('site')?.textContent);

/** Origin of canonical URLs, without a trailing slash. */
export const siteOrigin = (): string => (site.publicUrl || location.origin).replace(/\/$/, '');
