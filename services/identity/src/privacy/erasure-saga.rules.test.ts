import { erasingServices } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { newErasure, nextPublishAt, pendingServices } from './erasure-saga.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const seconds = (tries: number): number => (nextPublishAt(tries, now).getTime() - now.getTime()) / 1000;

it('all services are pending until they have confirmed', () => {
  expect(pendingServices(newErasure(now))).toEqual(erasingServices);
  expect(pendingServices({ forgottenBy: { library: now } })).toEqual(
    erasingServices.filter((service) => service !== 'library'),
  );
});

it('republishes after 15 seconds, then with increasing delays of up to five minutes', () => {
  expect([0, 1, 2, 3, 10, 1_000].map(seconds)).toEqual([15, 30, 60, 120, 300, 300]);
});
