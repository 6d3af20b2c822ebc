import type { PostCard } from './preview-images.ts';

/** A page on the way from home to this one. */
export type Breadcrumb = { readonly name: string; readonly path: string };

/** The metadata of a page for search engines and link previews. */
export type PageHead = {
  readonly title: string;
  readonly description?: string;
  /** The canonical path, when it differs from the requested one. */
  readonly path?: string;
  /** An image of the page: an absolute URL, or a path of this site. */
  readonly image?: string | null;
  /** Drawn as the image when there is none. */
  readonly card?: PostCard;
  /** The content of the image in words. */
  readonly imageAlt?: string;
  /** Structured data (schema.org, JSON-LD). */
  readonly data?: object;
  /** The way to the page below home, itself included (schema.org BreadcrumbList). */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** Text for browsers without JavaScript, one paragraph each. */
  readonly text?: readonly string[];
  /** Paragraphs before the text, in a language of their own. */
  readonly words?: { readonly paragraphs: readonly string[]; readonly language: string };
  /** Links for browsers without JavaScript: the items of a list. */
  readonly links?: readonly { readonly path: string; readonly text: string; readonly language: string }[];
  /** The path of the same words as a small page without scripts, offered to browsers without JavaScript. */
  readonly textEdition?: string;
  /** The Open Graph type, for articles. */
  readonly isArticle?: boolean;
  /** The path of an Atom feed of the page's items. */
  readonly feed?: string;
  /** False keeps the page out of search results. */
  readonly isIndexed: boolean;
  /** True keeps the page out of the caches of browsers, also of the one for Back. */
  readonly isUncached?: boolean;
};

/** Public settings of the site that heads contain. */
export type SiteSettings = {
  readonly name: string;
  readonly tagline: string;
  readonly origin: string;
  /** The contact address. */
  readonly email: string;
};
