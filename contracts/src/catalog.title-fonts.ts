import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { mediaLivePrefixes } from './live.ts';

/** Scripts besides Latin that have title fonts. */
export const titleScripts = ['devanagari', 'bengali', 'tamil', 'urdu'] as const;
export type TitleScript = (typeof titleScripts)[number];

const TitleFont = z.object({
  script: z.enum(titleScripts),
  url: z.string().describe('URL of the WOFF2 file; its content is immutable'),
  unicodeRange: z.string().describe('every letter of the script in a title or creator name'),
  bytes: z.int(),
});

/** Fonts subset to the titles of the catalog (decision 0030). Part of the catalog's API. */
export const titleFontsApi = defineApi({
  listTitleFonts: {
    method: 'GET',
    path: '/title-faces',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: [...mediaLivePrefixes(), 'title-faces-'],
    summary:
      'One subset font for each script with titles. A script is omitted while its font is rebuilt after a change; the live message title-faces-updated reports the new font',
    response: z.object({ faces: z.array(TitleFont) }),
  },
  getTitleFont: {
    method: 'GET',
    path: '/title-faces/:id',
    access: 'public',
    kind: 'stream',
    rate: 'cheap',
    summary: 'The WOFF2 file of one font; older files stay available for open pages',
    params: z.object({ id: z.string().max(64).describe('SHA-256 of the file') }),
    response: z.unknown(),
    problems: ['not-found'],
  },
});
