import { erasingServices } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { newErasure, nextSayAt, stillSilent } from './erasure.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const seconds = (tries: number): number => (nextSayAt(tries, now).getTime() - now.getTime()) / 1000;

it('everybody is asked, and who has answered is not asked again', () => {
  expect(stillSilent(newErasure(now))).toEqual(erasingServices);
  expect(stillSilent({ forgottenBy: { library: now } })).toEqual(
    erasingServices.filter((service) => service !== 'library'),
  );
});

it('it is said again after 15 seconds and then ever less often, never less than every five minutes', () => {
  expect([0, 1, 2, 3, 10, 1_000].map(seconds)).toEqual([15, 30, 60, 120, 300, 300]);
});
