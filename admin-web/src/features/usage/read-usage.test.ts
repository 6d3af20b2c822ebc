import { describe, expect, it } from 'vitest';
import { readUsage } from './read-usage.ts';

const whole = {
  whatsapp: { sent: 1, received: 2 },
  aiconcierge: { chatTo: 3, chatFrom: 4, minutesSpoken: 5.5, ratePerMinute: 6, cost: 33 },
};

describe('an answer of usage (ADM-36)', () => {
  it('is shown when every field is a number', () =>
    expect(readUsage(whole)).toEqual({ state: 'shown', usage: whole }));

  it.each([[null], ['<html>'], [[]], [{}], [7]])('%j is empty', (answer) =>
    expect(readUsage(answer).state).toBe('empty'),
  );

  const fields = [
    ...Object.keys(whole.whatsapp).map((field) => ['whatsapp', field] as const),
    ...Object.keys(whole.aiconcierge).map((field) => ['aiconcierge', field] as const),
  ];
  it.each(fields)('without a number in %s.%s is malformed', (part, field) => {
    for (const wrong of [undefined, null, '3', Number.NaN])
      expect(readUsage({ ...whole, [part]: { ...whole[part], [field]: wrong } }).state).toBe('malformed');
  });

  it.each(['whatsapp', 'aiconcierge'] as const)('without %s is malformed', (part) =>
    expect(readUsage({ ...whole, [part]: undefined }).state).toBe('malformed'),
  );
});
