import { CoverArt, coverColors } from '@satrangi/contracts';
import { drawingSvg } from './drawing.ts';

/**
 * A manuscript is plain text: `# ` begins a chapter (`# Three: The Ladies’ Compartment` gives a number line
 * and a title), `## ` a heading inside it, `| ` a line of verse, `> ` a line of a letter or notice, `- ` an
 * item, `***` a pause, `@ motif ground figure accent` a picture. A line break inside a paragraph is kept. `*word*` is emphasis.
 */
export type Chapter = {
  readonly id: string;
  readonly kicker: string;
  readonly title: string;
  readonly html: string;
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\n]+)\*/g, '<em>$1</em>');

const linesAfter = (block: string, mark: string): string[] =>
  block.split('\n').map((line) => (line.startsWith(mark) ? line.slice(mark.length) : line).trim());

const isAll = (block: string, mark: string): boolean =>
  block.split('\n').every((line) => line.startsWith(mark));

const plateHtml = (block: string): string => {
  const [, motif, ground, figure, accent] = block.split(' ');
  const cover = CoverArt.parse({ motif, ground, figure, accent });
  return `<figure class="plate" style="background:${coverColors[cover.ground]}" aria-hidden="true">${drawingSvg(cover, block)}</figure>`;
};

const blockHtml = (block: string): string => {
  if (block.startsWith('@ ')) return plateHtml(block);
  if (block === '***') return '<p class="pause" aria-hidden="true">·</p>';
  if (block.startsWith('## ')) return `<h2>${inline(block.slice(3))}</h2>`;
  if (isAll(block, '| '))
    return `<p class="verse">${linesAfter(block, '| ')
      .map((line) => `<span>${inline(line)}</span>`)
      .join('')}</p>`;
  if (isAll(block, '> ')) return `<p class="note">${linesAfter(block, '> ').map(inline).join('<br>')}</p>`;
  if (isAll(block, '- '))
    return `<ul>${linesAfter(block, '- ')
      .map((item) => `<li>${inline(item)}</li>`)
      .join('')}</ul>`;
  const lines = block.split('\n').map(inline);
  return `<p${lines.length > 1 ? ' class="lines"' : ''}>${lines.join('<br>')}</p>`;
};

const chapterOf = (part: string, index: number): Chapter => {
  const [heading = '', ...rest] = part.split('\n');
  const [, kicker = '', title = heading] = /^([^:]{1,24}): (.+)$/.exec(heading) ?? [];
  const blocks = rest
    .join('\n')
    .trim()
    .split(/\n\s*\n|(?<=^## .*)\n/m);
  return {
    id: `chapter-${index + 1}`,
    kicker,
    title,
    html: blocks.map((block) => blockHtml(block.trim())).join('\n'),
  };
};

/** The chapters of a manuscript in order; a text that does not begin with a chapter is refused. */
export const readManuscript = (text: string): Chapter[] => {
  if (!text.startsWith('# '))
    throw new Error('A manuscript begins with "# " and the title of its first chapter.');
  return text
    .slice(2)
    .split(/^# /m)
    .map((part, index) => chapterOf(part.trim(), index));
};
