/** What operators see of the gateway (decision 0106). */
import { expect, it, vi } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';

const SECRET = { 'x-internal-secret': 'a-secret-between-services' };
const metricsOf = async (fixture: Fixture): Promise<string> => (await fixture.get('/metrics', SECRET)).text();

it('counts reads with and without a kept answer, and times the others by route and status', async () => {
  await using fixture = await startFixture();
  for (const _ of [1, 2, 3]) await fixture.get('/api/ebooks/e1');
  await fixture.get('/api/payments/orders/o1');

  await vi.waitFor(async () => {
    const text = await metricsOf(fixture);
    expect(text).toMatch(/^satrangi_gateway_cache_hits_total\{[^}]*\} 2$/m);
    expect(text).toMatch(/^satrangi_gateway_cache_misses_total\{[^}]*\} 1$/m);
    expect(text).toMatch(
      /^satrangi_http_request_duration_seconds_count\{.*route="\/payments\/orders\/:orderId".*status="200".*\} 1$/m,
    );
  });
});

it('names the service whose circuit breaker is open, until it answers again', async () => {
  await using fixture = await startFixture();
  const { payments } = fixture.services;
  const { answer } = payments;
  let isDead = true;
  payments.answer = (request, response) => {
    if (isDead) response.destroy();
    else void answer(request, response);
  };
  const open = /^satrangi_gateway_circuit_breaker_open\{.*target="payments".*\} 1$/m;

  expect(await metricsOf(fixture)).not.toMatch(open);
  for (let call = 0; call < 6; call += 1) await fixture.get('/api/payments/orders/o1');
  expect(await metricsOf(fixture)).toMatch(open);
  isDead = false;
  await vi.waitFor(async () => expect(await metricsOf(fixture)).not.toMatch(open), { timeout: 15_000 });
});
