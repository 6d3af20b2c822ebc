import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { mediaLivePrefixes } from './live.ts';

/** Scripts beside Latin that titles have faces of their own for. */
export const titleScripts = ['devanagari', 'bengali', 'tamil', 'urdu'] as const;
export type TitleScript = (typeof titleScripts)[number];

const TitleFace = z.object({
  script: z.enum(titleScripts),
  url: z.string().describe('of the WOFF2 file; its bytes never change'),
  unicodeRange: z
    .string()
    .describe('every letter of the script that stands in a title or in a name beside it'),
  bytes: z.int(),
});

/** Faces cut to the titles of the shelf (decision 0030). Part of the catalogue's API. */
export const titleFacesApi = defineApi({
  listTitleFaces: {
    method: 'GET',
    path: '/title-faces',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: [...mediaLivePrefixes(), 'title-faces-'],
    summary:
      'One face for each script with titles, cut to them. A script whose titles just changed is left out until its face is made anew; title-faces-updated says when',
    response: z.object({ faces: z.array(TitleFace) }),
  },
  getTitleFace: {
    method: 'GET',
    path: '/title-faces/:id',
    access: 'public',
    kind: 'stream',
    rate: 'cheap',
    summary: 'The file of one face, WOFF2; older ones stay for pages that know them',
    params: z.object({ id: z.string().max(64).describe('SHA-256 of the file') }),
    response: z.unknown(),
    problems: ['not-found'],
  },
});
