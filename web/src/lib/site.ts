/** Facts of this house. The server replaces the JSON in index.html, so a fork changes names without a build. */
export type Site = {
  readonly name: string;
  /** One sentence under the name in the footer and in search results. */
  readonly tagline: string;
  /** A name of a few letters for narrow places. */
  readonly short: string;
  /** Who answers in the chat. */
  readonly assistant: string;
  readonly contactEmail: string;
  readonly instagramUrl: string;
  readonly facebookUrl: string;
  /** Where Exit leaves to: a page nobody asks about. */
  readonly quickExitUrl: string;
  /** What bank and card statements show. */
  readonly statementName: string;
  /** The subject line of the receipt. */
  readonly receiptSubject: string;
  /** The address search engines should know; empty means the one the page came from. */
  readonly publicUrl: string;
  /** 'yes' while the demo titles of a first start still arrive. */
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

/** The defaults under what `text`, the JSON of the page, says; broken JSON and empty words say nothing. */
export const readSite = (text: string | null | undefined): Site => {
  try {
    const said: unknown = JSON.parse(text || '{}');
    const words = Object.entries(said ?? {}).filter(([, word]) => typeof word === 'string' && word !== '');
    return { ...defaults, ...Object.fromEntries(words) };
  } catch {
    return defaults;
  }
};

export const site: Site = readSite(globalThis.document?.getElementById('site')?.textContent);

/** The front of every full address of this site, without a slash at its end. */
export const siteOrigin = (): string => (site.publicUrl || location.origin).replace(/\/$/, '');
