import { type FileStore, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import type { createTitleFontBuilder } from './build-title-fonts.ts';
import type { TitleFontsStore } from './title-fonts.store.ts';

type Deps = {
  readonly fonts: TitleFontsStore;
  readonly builder: Pick<ReturnType<typeof createTitleFontBuilder>, 'current'>;
  readonly files: FileStore;
};

export const titleFontRoutes = ({
  fonts,
  builder,
  files,
}: Deps): Pick<Handlers<typeof catalogApi>, 'listTitleFonts' | 'getTitleFont'> => ({
  listTitleFonts: () => builder.current(),
  getTitleFont: async ({ params }, _caller, exchange) => {
    if (!(await fonts.has(params.id))) throw new Refusal('not-found', 'Face not found');
    await sendFile(exchange, {
      ...(await files.opened(params.id)),
      mimeType: 'font/woff2',
      etag: params.id.slice(0, 16),
      cacheControl: 'public, max-age=31536000, immutable',
    });
  },
});
