import { api } from './api.ts';
import { preferences } from './preferences.ts';

type TitleFont = Awaited<ReturnType<typeof api.catalog.listTitleFonts>>['faces'][number];
type Script = TitleFont['script'];

/** Font families of tokens.css. */
const families: Record<Script, string> = {
  devanagari: 'Titles Devanagari',
  bengali: 'Titles Bangla',
  tamil: 'Titles Tamil',
  urdu: 'Titles Nastaliq',
};

/** Titles wait this long in system fonts before they load a full font, which is six times as large. */
const WAIT_MS = 3_000;

const fontsByScript = new Map<Script, { readonly url: string; readonly font: FontFace }>();

const applyFont = ({ script, url, unicodeRange }: TitleFont): void => {
  const previous = fontsByScript.get(script);
  if (previous?.url === url) return;
  const font = new FontFace(families[script], `url(${url}) format("woff2")`, {
    display: 'swap',
    unicodeRange,
    weight: '400 800',
  });
  fontsByScript.set(script, { url, font });
  const swap = (): void => {
    document.fonts.add(font);
    if (previous) document.fonts.delete(previous.font);
  };
  // the old font stays in use until the new one is loaded
  if (previous?.font.status === 'loaded') font.load().then(swap, () => undefined);
  else swap();
};

const loadFonts = async (): Promise<void> => {
  const { faces } = await api.catalog.listTitleFonts();
  for (const face of faces) applyFont(face);
};

/** Allows the full fonts of tokens.css as fallback. */
const allowFullFonts = (): void => {
  document.documentElement.dataset.titleFonts = '';
};

const start = async (): Promise<void> => {
  const timeout = setTimeout(allowFullFonts, WAIT_MS);
  await loadFonts().catch(() => undefined);
  clearTimeout(timeout);
  allowFullFonts();
  const { subscribeTitleFonts } = await import('./live-updates.ts');
  subscribeTitleFonts(() => {
    loadFonts().catch(() => undefined);
  });
};

/** Loads the subset fonts of titles, now and after each rebuild; not with data saver. */
export const followTitleFonts = (): void => {
  let isStarted = false;
  const startUnlessSaving = (): void => {
    if (isStarted || preferences.get().dataSaver) return;
    isStarted = true;
    start().catch(() => undefined);
  };
  preferences.subscribe(startUnlessSaving);
  startUnlessSaving();
};
