/** Facts of this house. The server replaces the JSON in index.html, so a fork changes names without a build. */
export type Site = {
  readonly name: string;
  /** One sentence under the name in the footer and in search results. */
  readonly tagline: string;
  readonly assistantName: string;
  readonly contactEmail: string;
  readonly instagramUrl: string;
  readonly facebookUrl: string;
  /** Where Exit leaves to: a page nobody asks about. */
  readonly quickExitUrl: string;
  /** What bank and card statements show. */
  readonly statementName: string;
  /** The subject line of the receipt. */
  readonly receiptSubject: string;
  readonly version: string;
};

const defaults: Site = {
  name: 'Satrangi',
  tagline: 'A press, a library and an archive for queer stories from India.',
  assistantName: 'Saathi',
  contactEmail: 'hello@satrangi.example',
  instagramUrl: 'https://www.instagram.com/satrangi.example',
  facebookUrl: 'https://www.facebook.com/satrangi.example',
  quickExitUrl: 'https://mausam.imd.gov.in/',
  statementName: 'STR MEDIA',
  receiptSubject: 'Your order is ready',
  version: 'dev',
};

/** The defaults under what `text`, the JSON of the page, says; broken JSON says nothing. */
export const readSite = (text: string | null | undefined): Site => {
  try {
    const said: unknown = JSON.parse(text || '{}');
    return typeof said === 'object' && said !== null ? { ...defaults, ...said } : defaults;
  } catch {
    return defaults;
  }
};

export const site: Site = readSite(globalThis.document?.getElementById('site')?.textContent);
