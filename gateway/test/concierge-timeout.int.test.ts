import { conciergeApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { startFixture } from './fixture.ts';

const CHAT_MS = 20_000;

it('a chat message without an answer ends after its own twenty seconds with 504 as JSON (CON-14)', {
  timeout: 120_000,
}, async () => {
  await using fixture = await startFixture({ ANSWER_MS: '300' });
  let requestCount = 0;
  fixture.services.concierge.answer = () => {
    requestCount += 1;
  };

  const began = performance.now();
  const answer = await fetch(`${fixture.gateway.url}/api${conciergeApi.chat.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Hello' }),
  });
  const body = await answer.json();
  const waited = performance.now() - began;

  expect([conciergeApi.chat.answerMs, answer.status, requestCount]).toEqual([CHAT_MS, 504, 1]);
  expect(answer.headers.get('content-type')).toContain('json');
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(body).toMatchObject({ code: 'timed-out', status: 504, error: expect.any(String) });
  // the limit of other routes is 300 ms here
  expect(waited).toBeGreaterThan(CHAT_MS - 1_000);
});
