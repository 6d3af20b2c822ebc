import { readCueTiming } from '@satrangi/contracts';

export const captionTexts = {
  notWebVtt: 'Captions must be a WebVTT file.',
  language: 'Language must be a code such as en or hi.',
  noCues: 'These captions have no cue.',
} as const;

/** @returns the error message for invalid captions; null for valid ones */
export const captionsProblem = (text: string): string | null => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '') || text.includes('\u0000')) return captionTexts.notWebVtt;
  let cues = 0;
  for (const [n, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const timing = readCueTiming(line);
    if (!timing || timing.end <= timing.start) return `These captions can not be read at line ${n + 1}.`;
    cues += 1;
  }
  return cues === 0 ? captionTexts.noCues : null;
};

/** The canonical form of a language code; null for an invalid one. */
export const languageOf = (text: string): string | null => {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
};
