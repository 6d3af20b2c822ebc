import type { MediaKind } from './media.ts';

/**
 * The endpoint name of each call: `[verb, the kind as one or many, the part]`. `list` of a short film is `listShortFilms`,
 * `uploadFile` is `uploadShortFilmFile`.
 */
export const mediaCallNames = {
  list: ['list', 'many', ''],
  get: ['get', 'one', ''],
  thumbnail: ['get', 'one', 'Thumbnail'],
  draft: ['get', 'one', 'Draft'],
  create: ['create', 'one', ''],
  update: ['update', 'one', ''],
  remove: ['delete', 'one', ''],
  restore: ['restore', 'one', ''],
  uploadFile: ['upload', 'one', 'File'],
  uploadPreview: ['upload', 'one', 'Preview'],
  uploadCaptions: ['upload', 'one', 'Captions'],
  deleteCaptions: ['delete', 'one', 'Captions'],
  uploadThumbnail: ['upload', 'one', 'Thumbnail'],
} as const satisfies Record<string, readonly [verb: string, number: 'one' | 'many', part: string]>;

export type MediaCall = keyof typeof mediaCallNames;
/** The name of a call; for a union of kinds the names of all of them. */
export type MediaCallName<
  C extends MediaCall,
  K extends MediaKind = MediaKind,
> = `${(typeof mediaCallNames)[C][0]}${K[(typeof mediaCallNames)[C][1]]}${(typeof mediaCallNames)[C][2]}`;

/** @returns for example `uploadShortFilmFile` */
export const mediaCallName = <C extends MediaCall>(call: C, kind: MediaKind): MediaCallName<C> => {
  const [verb, number, part] = mediaCallNames[call];
  // the compiler does not follow a name that is put together
  return `${verb}${kind[number]}${part}` as MediaCallName<C>;
};
