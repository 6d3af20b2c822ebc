import { MediaId, type MediaItem } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { describe, expect, it } from 'vitest';
import { relatedTo } from './related.rules.ts';

let count = 0;
const item = (change: Partial<MediaItem> = {}): MediaItem =>
  aMediaItem({
    _id: MediaId.parse(`i${++count}`),
    author: `Author ${count}`,
    title: `Title ${count}`,
    ...change,
  });
const issue = (number: number, change: Partial<MediaItem> = {}): MediaItem =>
  item({ mediaType: 'magazine', title: `Verandah ${number}: Rain`, issueNumber: String(number), ...change });
const reasons = (of: MediaItem, candidates: readonly MediaItem[]) =>
  relatedTo(of, candidates).map(({ title, reason }) => [title, reason]);

describe('related titles', () => {
  it('are the next issue, then the nearest ones of the series, then the same people', () => {
    const by = { author: 'Nafisa' };
    const here = issue(2, by);
    const book = item({ ...by, title: 'A Balcony' });

    expect(reasons(here, [book, issue(9, by), issue(1, by), issue(3, by), here])).toEqual([
      ['Verandah 3: Rain', { kind: 'next-issue', name: 'Verandah' }],
      ['Verandah 1: Rain', { kind: 'series', name: 'Verandah' }],
      ['Verandah 9: Rain', { kind: 'series', name: 'Verandah' }],
      ['A Balcony', { kind: 'author', name: 'Nafisa' }],
    ]);
  });

  it('name the role of a person in the other title, across kinds', () => {
    const here = item({ author: 'Meera Sahni' });
    const film = item({ mediaType: 'shortfilm', title: 'Film', director: 'Noor', cast: ['Ba: meera sahni'] });
    const read = item({ mediaType: 'audiostory', title: 'Story', author: 'Asha', narrator: 'Meera Sahni' });

    expect(new Map(reasons(here, [film, read]) as [string, unknown][])).toEqual(
      new Map([
        ['Story', { kind: 'narrator', name: 'Meera Sahni' }],
        ['Film', { kind: 'cast', name: 'meera sahni' }],
      ]),
    );
  });

  it('share a genre within a kind, with the language and a short length', () => {
    const here = item({ genres: ['Poetry'], language: 'ta', pages: 40 });
    const candidates = [
      item({ title: 'Long', genres: ['poetry'], pages: 300 }),
      item({ title: 'Short', genres: ['Poetry'], language: 'ta-IN', pages: 60 }),
      item({ title: 'Film', mediaType: 'shortfilm', genres: ['Poetry'], director: 'Noor' }),
    ];

    expect(reasons(here, candidates)).toEqual([
      ['Short', { kind: 'genre', name: 'Poetry', language: 'ta', isShort: true }],
      ['Long', { kind: 'genre', name: 'Poetry' }],
    ]);
  });

  it('share a language that is not English, or a subject, across kinds', () => {
    const here = item({ tags: ['rain'], language: 'mr' });
    const candidates = [
      item({ title: 'Rain', tags: ['Rain'] }),
      item({ title: 'Story', mediaType: 'audiostory', language: 'mr' }),
    ];

    expect(reasons(here, candidates)).toEqual([
      ['Rain', { kind: 'tag', name: 'rain' }],
      ['Story', { kind: 'language', name: 'mr' }],
    ]);
    expect(reasons(item(), [item()])).toEqual([]);
  });

  it('are never at random: a title that shares nothing is left out', () => {
    const here = item({ genres: ['Poetry'], tags: ['rain'], language: 'ta' });

    expect(relatedTo(here, [here, item(), item({ genres: ['Memoir'], tags: ['sea'] })])).toEqual([]);
  });

  it('have no reason that nearly the whole kind shares', () => {
    const story = (change: Partial<MediaItem>) =>
      item({ mediaType: 'audiostory', narrator: 'a voice', genres: ['Testimony'], ...change });
    const here = story({ tags: ['work'] });
    const others = [story({}), story({}), story({}), story({ title: 'Work', tags: ['work'] })];

    expect(reasons(here, others)).toEqual([['Work', { kind: 'tag', name: 'work' }]]);
    expect(relatedTo(here, others.slice(0, 2))).toHaveLength(2);
  });

  it('are at most six, those that share most first', () => {
    const here = item({ genres: ['Poetry'], tags: ['rain', 'sea'] });
    const one = Array.from({ length: 7 }, () => item({ genres: ['Poetry'] }));
    const three = item({ title: 'Most', genres: ['Poetry'], tags: ['sea', 'rain'] });
    const rest = Array.from({ length: 9 }, () => item());

    const related = relatedTo(here, [...one, three, ...rest]);

    expect(related).toHaveLength(6);
    expect(related[0]?.title).toBe('Most');
  });
});
