import { expect, it } from 'vitest';
import { control, startSandboxFixture } from './fixture.ts';

const nowhere = 'http://127.0.0.1:1';

it('answers unknown paths, unreadable bodies and invalid values with a JSON error', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const unreadable = await fetch(`${fixture.url}/sandbox/stripe/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });

  const answers = [
    await control(fixture, 'GET', '/nothing'),
    await control(fixture, 'GET', '/mail?limit=none'),
    await control(fixture, 'POST', '/stripe/pay', { clientSecret: 'x', outcome: 'won' }),
    await control(fixture, 'POST', '/cashfree/pay', { paymentSessionId: 'x', outcome: 'success' }),
    await control(fixture, 'POST', '/stripe/pay', { clientSecret: 'x', outcome: 'failed' }),
  ];

  expect(answers).toMatchObject([
    { status: 404, body: { code: 'not-found' } },
    { status: 400, body: { code: 'invalid-request', message: expect.stringContaining('limit') } },
    { status: 400, body: { code: 'invalid-request', message: expect.stringContaining('outcome') } },
    { status: 404, body: { code: 'payment_session_id_invalid' } },
    { status: 404, body: { error: { code: 'resource_missing' } } },
  ]);
  expect([unreadable.status, await unreadable.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  expect((await fetch(fixture.url)).headers.get('content-type')).toContain('application/json');
});
