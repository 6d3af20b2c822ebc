import { type FileStore, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import type { FacesStore } from './faces.store.ts';
import type { keepFaces } from './keep-faces.ts';

type Needs = {
  readonly faces: FacesStore;
  readonly keeper: Pick<ReturnType<typeof keepFaces>, 'current'>;
  readonly files: FileStore;
};

export const facesRoutes = ({
  faces,
  keeper,
  files,
}: Needs): Pick<Handlers<typeof catalogApi>, 'listTitleFaces' | 'getTitleFace'> => ({
  listTitleFaces: () => keeper.current(),
  getTitleFace: async ({ params }, _caller, exchange) => {
    if (!(await faces.has(params.id))) throw new Refusal('not-found', 'Face not found');
    await sendFile(exchange, {
      path: files.path(params.id),
      mimeType: 'font/woff2',
      etag: params.id.slice(0, 16),
      cacheControl: 'public, max-age=31536000, immutable',
    });
  },
});
