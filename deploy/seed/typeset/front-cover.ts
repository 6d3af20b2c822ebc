import { onPigment, pigmentHex } from '../studio/inks.ts';
import { drawingSvg } from './drawing.ts';
import { type Printed, pageOf } from './printed.ts';

/** The rules of the cover, which has no margins. */
export const frontCoverCss = (work: Printed, head: string, headLeading: number): string => {
  const { width, height } = pageOf(work);
  return `
@page cover { margin: 0; }
.cover { page: cover; width: ${width}mm; height: ${height - 0.2}mm; overflow: hidden; display: flex; flex-direction: column; background: ${pigmentHex[work.cover.ground]}; color: ${onPigment[work.cover.ground]}; }
.cover .name { padding: 13mm 12mm 0; font: 27pt/${headLeading + 0.06} ${head}; text-wrap: balance; }
.cover .issue { padding: 3mm 12mm 8mm; font-size: 10.5pt; line-height: 1.5; text-indent: 0; }
.cover svg { display: block; flex: 1; width: 100%; min-height: 0; }`;
};

/** The cover of an issue: its title on the plain ground, its motif below. */
export const frontCoverHtml = (work: Printed, escapeHtml: (text: string) => string): string => {
  if (work.issueNumber === undefined) return '';
  return `<section class="cover" aria-hidden="true"><p class="name">${escapeHtml(work.title)}</p><p class="issue">${escapeHtml(work.tagline)}</p>${drawingSvg(work.cover, work.title)}</section>`;
};
