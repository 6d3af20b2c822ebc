import { api } from './api.ts';
import { preferences } from './preferences.ts';

type TitleFace = Awaited<ReturnType<typeof api.catalog.listTitleFaces>>['faces'][number];
type Script = TitleFace['script'];

/** As tokens.css calls them. */
const families: Record<Script, string> = {
  devanagari: 'Titles Devanagari',
  bengali: 'Titles Bangla',
  tamil: 'Titles Tamil',
  urdu: 'Titles Nastaliq',
};

/** So long titles wait in the phone's own letters: faces that were not cut weigh six times as much. */
const WAIT_MS = 3_000;

const shown = new Map<Script, { readonly url: string; readonly face: FontFace }>();

const show = ({ script, url, unicodeRange }: TitleFace): void => {
  const before = shown.get(script);
  if (before?.url === url) return;
  const face = new FontFace(families[script], `url(${url}) format("woff2")`, {
    display: 'swap',
    unicodeRange,
    weight: '400 800',
  });
  shown.set(script, { url, face });
  const put = (): void => {
    document.fonts.add(face);
    if (before) document.fonts.delete(before.face);
  };
  // letters that stand there already stay until those of the new face can take their place
  if (before?.face.status === 'loaded') face.load().then(put, () => undefined);
  else put();
};

const ask = async (): Promise<void> => {
  const { faces } = await api.catalog.listTitleFaces();
  for (const face of faces) show(face);
};

/** From now on the faces of whole scripts may stand in. */
const settle = (): void => {
  document.documentElement.dataset.faces = '';
};

const begin = async (): Promise<void> => {
  const late = setTimeout(settle, WAIT_MS);
  await ask().catch(() => undefined);
  clearTimeout(late);
  settle();
  const { hearTitleFaces } = await import('./live.ts');
  hearTitleFaces(() => {
    ask().catch(() => undefined);
  });
};

/** Sets titles in the faces that were cut to them, now and whenever they are cut anew; with data saver not at all. */
export const followTitleFaces = (): void => {
  let isBegun = false;
  const unlessSaving = (): void => {
    if (isBegun || preferences.get().dataSaver) return;
    isBegun = true;
    begin().catch(() => undefined);
  };
  preferences.subscribe(unlessSaving);
  unlessSaving();
};
