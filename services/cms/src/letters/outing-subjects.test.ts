import { outingWordsIn } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { outingSubjects } from '../../test/outing-subjects.ts';
import { plainSubjects } from '../../test/plain-subjects.ts';

/** Scripts of the subjects, with a letter range of each. */
const scripts = ['Latin', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Arabic'];
const isCaught = (subject: string): boolean => outingWordsIn(subject).length > 0;

it('of 300 subjects in six scripts, at least 147 of 150 that may out a reader are caught, and at most 3 others (BEY-01)', () => {
  const missed = outingSubjects.filter((subject) => !isCaught(subject));
  const falselyCaught = plainSubjects.filter(isCaught);

  expect([outingSubjects.length, plainSubjects.length]).toEqual([150, 150]);
  expect(new Set([...outingSubjects, ...plainSubjects]).size).toBe(300);
  for (const script of scripts)
    for (const subjects of [outingSubjects, plainSubjects])
      expect(
        subjects.filter((subject) => new RegExp(`\\p{Script=${script}}`, 'u').test(subject)).length,
      ).toBeGreaterThan(9);
  expect(missed.slice(3), `missed: ${missed.join(' | ')}`).toEqual([]);
  expect(falselyCaught.slice(3), `caught: ${falselyCaught.join(' | ')}`).toEqual([]);
});
