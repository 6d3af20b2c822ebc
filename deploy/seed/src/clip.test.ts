import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWebVtt } from './captions.ts';
import { clipOf } from './clip.ts';
import { filesFolder } from './recording.ts';

const cue = (start: number, end: number) => ({ start, end, text: 'A sentence.' });

describe('a clip', () => {
  it('begins with the first sentence and ends with one', () => {
    expect(clipOf([cue(4, 9), cue(9.2, 16), cue(16.5, 20)])).toEqual({ from: 4, seconds: 12 });
  });

  it('ends within a long sentence rather than after a few seconds', () => {
    expect(clipOf([cue(4, 9), cue(9.2, 30)])).toEqual({ from: 4, seconds: 15 });
  });

  it('of a film begins after its title', async () => {
    const captions = readWebVtt(await readFile(join(filesFolder, 'ek-chhaata.hi.vtt'), 'utf8'));
    const { from, seconds } = clipOf(captions);

    expect(from).toBeGreaterThan(3);
    expect(seconds).toBeLessThanOrEqual(15);
  });
});
