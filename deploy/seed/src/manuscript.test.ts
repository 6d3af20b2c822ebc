import { describe, expect, it } from 'vitest';
import { readManuscript } from '../typeset/manuscript.ts';

const htmlOf = (body: string): string | undefined => readManuscript(`# One\n\n${body}`)[0]?.html;

describe('a manuscript', () => {
  it('is cut into chapters, with the number line apart from the title', () => {
    const chapters = readManuscript('# Three: The Ladies’ Compartment\n\nText.\n\n# Modak\n\nMore.');

    expect(chapters.map(({ id, kicker, title }) => [id, kicker, title])).toEqual([
      ['chapter-1', 'Three', 'The Ladies’ Compartment'],
      ['chapter-2', '', 'Modak'],
    ]);
  });

  it('ends a heading at the end of its line', () => {
    expect(htmlOf('## 11 June\n> Bus.')).toBe('<h2>11 June</h2>\n<p class="note">Bus.</p>');
  });

  it('keeps lines of verse, letters and lists as they are broken', () => {
    expect(htmlOf('| one\n| two')).toBe('<p class="verse"><span>one</span><span>two</span></p>');
    expect(htmlOf('Dear S,\nCome.')).toBe('<p class="lines">Dear S,<br>Come.</p>');
    expect(htmlOf('- rice\n- salt')).toBe('<ul><li>rice</li><li>salt</li></ul>');
  });

  it('escapes markup in a text', () => {
    expect(htmlOf('a < b & *c*')).toBe('<p>a &lt; b &amp; <em>c</em></p>');
  });

  it('is refused when it does not begin with a chapter', () => {
    expect(() => readManuscript('Once upon a time')).toThrow('begins with "# "');
  });
});
