import type { MediaKind } from './media.ts';

/** The endpoint name of each call for a kind: `listShortFilms`, `uploadShortFilmFile`. */
export const mediaCallNames = {
  list: ({ many }) => `list${many}`,
  get: ({ one }) => `get${one}`,
  thumbnail: ({ one }) => `get${one}Thumbnail`,
  draft: ({ one }) => `get${one}Draft`,
  create: ({ one }) => `create${one}`,
  update: ({ one }) => `update${one}`,
  remove: ({ one }) => `delete${one}`,
  restore: ({ one }) => `restore${one}`,
  uploadFile: ({ one }) => `upload${one}File`,
  uploadPreview: ({ one }) => `upload${one}Preview`,
  uploadCaptions: ({ one }) => `upload${one}Captions`,
  deleteCaptions: ({ one }) => `delete${one}Captions`,
  uploadThumbnail: ({ one }) => `upload${one}Thumbnail`,
} satisfies Record<string, (kind: MediaKind) => string>;
