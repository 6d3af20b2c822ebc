import { describe, expect, it } from 'vitest';
import { readWebVtt, webVtt } from './captions.ts';
import { readParts, sentencesOf, transcriptOf } from './narration.ts';
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
  it('is split into parts with interviewer and narrator', () => {
    const parts = readParts('# One\n\n> Who are you?\n\nI am\nthe tailor.\n\n# Two\n\nGood night.');

    expect(parts).toEqual([
      {
        title: 'One',
        lines: [
          { isQuestion: true, text: 'Who are you?' },
          { isQuestion: false, text: 'I am the tailor.' },
        ],
      },
      { title: 'Two', lines: [{ isQuestion: false, text: 'Good night.' }] },
    ]);
    expect(transcriptOf(parts, { speaker: 'Mina', interviewer: 'Satrangi' })).toBe(
      'One\n\nSatrangi: Who are you?\n\nMina: I am the tailor.\n\nTwo\n\nGood night.'.replace(
        'Good',
        'Mina: Good',
      ),
    );
  });

  it('ends sentences at the full stop of any script, and keeps closing quotes', () => {
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
  it('has pictures, text and the languages of all scenes', () => {
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

  it('may give a picture the light of an hour and a weather, in any order', () => {
    const pictureOf = (words: string) =>
      readStoryboard(`# One\n\n@ moon neel haldi anaar ${words}\nRain.`)[0]?.scenes[0]?.picture;

    expect(pictureOf('dusk rain')).toMatchObject({ light: 'dusk', weather: 'rain' });
    expect(pictureOf('drizzle night')).toMatchObject({ light: 'night', weather: 'drizzle' });
    expect(pictureOf('clearing')).not.toHaveProperty('weather');
    expect(() => pictureOf('snow')).toThrow('snow');
  });

  it('is refused with an unknown picture', () => {
    expect(() => readStoryboard('# One\n\n@ dragon haldi anaar neel\nRoar.')).toThrow('dragon');
  });
});

describe('captions', () => {
  it('survive a round trip', () => {
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
