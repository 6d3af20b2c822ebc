/** What rich text of sections and blog posts may contain: one allow-list, as data, for every sanitiser of the platform. */
export const richText = {
  tags: [
    'p',
    'br',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'figure',
    'figcaption',
    'img',
    'hr',
    'sup',
    'sub',
    'span',
    'bdi',
  ],
  /** Attributes by tag; `*` is every tag. */
  attributes: {
    '*': ['lang', 'dir', 'class'],
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    li: ['data-list'],
  },
  /** Link schemes; relative addresses and fragments are kept too (checklist CMS-25). */
  schemes: ['http', 'https', 'mailto', 'tel'],
  /** Indents of the editor; every other class is removed. */
  classes: Array.from({ length: 8 }, (_, index) => `ql-indent-${index + 1}`),
  /** Pictures of this platform only: a request to another host would reveal the reader to it. */
  imagePrefix: '/api/cms/images/',
} as const;
