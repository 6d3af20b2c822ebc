export const captionTexts = {
  notWebVtt: 'Captions must be a WebVTT file.',
  language: 'Language must be a code such as en or hi.',
  noCues: 'These captions have no cue.',
} as const;

const timing =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

const secondsOf = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** @returns the error message for invalid captions; null for valid ones */
export const captionsProblem = (text: string): string | null => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '') || text.includes('\u0000')) return captionTexts.notWebVtt;
  let cues = 0;
  for (const [n, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const found = timing.exec(line.trim());
    const [, from = '', to = ''] = found ?? [];
    if (!found || secondsOf(to) <= secondsOf(from)) return `These captions can not be read at line ${n + 1}.`;
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
