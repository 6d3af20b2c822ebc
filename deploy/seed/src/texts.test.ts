import { describe, expect, it } from 'vitest';
import { readWebVtt, webVtt } from './captions.ts';
import { readParts, sentencesOf, transcriptOf } from './spoken.ts';
import { captionLanguagesOf, narrationOf, readStoryboard } from './storyboard.ts';

const storyboard = `# Rain

@ monsoon firoza neel haldi
बारिश थी।
en: It rained.

@ sun haldi anaar neel
धूप निकली।
en: The sun came out.
ta: வெயில் வந்தது.
`;

describe('a manuscript for voices', () => {
  it('is cut into parts, and knows who asks and who tells', () => {
    const parts = readParts('# One\n\n> Who are you?\n\nI am\nthe tailor.\n\n# Two\n\nGood night.');

    expect(parts).toEqual([
      {
        title: 'One',
        lines: [
          { asked: true, text: 'Who are you?' },
          { asked: false, text: 'I am the tailor.' },
        ],
      },
      { title: 'Two', lines: [{ asked: false, text: 'Good night.' }] },
    ]);
    expect(transcriptOf(parts, { speaker: 'Mina', interviewer: 'Satrangi' })).toBe(
      'One\n\nSatrangi: Who are you?\n\nMina: I am the tailor.\n\nTwo\n\nGood night.'.replace(
        'Good',
        'Mina: Good',
      ),
    );
  });

  it('takes breath after a full stop of any script, and keeps a closing quote with its sentence', () => {
    expect(sentencesOf('“Come.” She came! कौन? मैं। Rest')).toEqual([
      '“Come.”',
      'She came!',
      'कौन?',
      'मैं।',
      'Rest',
    ]);
  });
});

describe('a storyboard', () => {
  it('has pictures, words and the languages that every scene is translated into', () => {
    const chapters = readStoryboard(storyboard);

    expect(chapters[0]?.scenes[0]?.picture).toEqual({
      motif: 'monsoon',
      ground: 'firoza',
      figure: 'neel',
      accent: 'haldi',
    });
    expect(narrationOf(chapters)).toBe('बारिश थी।\n\nधूप निकली।');
    expect(captionLanguagesOf(chapters, 'hi')).toEqual(['hi', 'en']);
  });

  it('is refused with a picture nobody can draw', () => {
    expect(() => readStoryboard('# One\n\n@ dragon haldi anaar neel\nRoar.')).toThrow('dragon');
  });
});

describe('captions', () => {
  it('are read back as they were written', () => {
    const cues = [
      { start: 0.5, end: 2.25, text: 'One' },
      { start: 3_661.5, end: 3_662, text: 'Two' },
    ];

    expect(readWebVtt(webVtt(cues))).toEqual(cues);
    expect(webVtt(cues)).toContain('01:01:01.500 --> 01:01:02.000');
  });

  it('are refused when they are something else', () => {
    expect(() => readWebVtt('1\n00:00 --> 00:01')).toThrow('WEBVTT');
    expect(() => readWebVtt('WEBVTT\n\nlater')).toThrow('times');
  });
});
