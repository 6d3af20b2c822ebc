import { expect, it } from 'vitest';
import { control, startWorld } from './world.ts';

const nowhere = 'http://127.0.0.1:1';

it('unknown addresses, unreadable bodies and wrong values get a JSON answer that says why', async () => {
  await using world = await startWorld(nowhere);
  const unreadable = await fetch(`${world.url}/sandbox/stripe/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });

  const answers = [
    await control(world, 'GET', '/nothing'),
    await control(world, 'GET', '/mail?limit=none'),
    await control(world, 'POST', '/stripe/pay', { clientSecret: 'x', outcome: 'won' }),
    await control(world, 'POST', '/cashfree/pay', { paymentSessionId: 'x', outcome: 'success' }),
    await control(world, 'POST', '/stripe/pay', { clientSecret: 'x', outcome: 'failed' }),
  ];

  expect(answers).toMatchObject([
    { status: 404, body: { code: 'not-found' } },
    { status: 400, body: { code: 'invalid-request', message: expect.stringContaining('limit') } },
    { status: 400, body: { code: 'invalid-request', message: expect.stringContaining('outcome') } },
    { status: 404, body: { code: 'payment_session_id_invalid' } },
    { status: 404, body: { error: { code: 'resource_missing' } } },
  ]);
  expect([unreadable.status, await unreadable.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  expect((await fetch(world.url)).headers.get('content-type')).toContain('application/json');
});
