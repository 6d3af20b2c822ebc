/** The connection of the concierge to a model: its description is read, and no message is sent. */
import { testUser } from '@satrangi/chassis/testing';
import { operationsApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootWithModel, type ModelFixture } from './boot-with-model.ts';

const check = async ({ service }: ModelFixture) => {
  const { state, sentence } = await service
    .as(testUser({ role: 'ADMIN' }), operationsApi('concierge'))
    .checkConnection({ params: { connection: 'model' } });
  return [state, sentence];
};

it('costs nothing, and returns the answer of the endpoint', async () => {
  await using fixture = await bootWithModel();
  expect(await check(fixture)).toEqual(['sandbox', expect.stringMatching(/^The model endpoint accepts/)]);
  expect(await fixture.prompts()).toBe('[]');
  for (const [status, sentence] of [
    [401, 'The model endpoint does not accept the key (401). See OPENAI_API_KEY, OPENAI_BASE_URL.'],
    [404, /^The model endpoint has no model of the name in AI_MODEL \(404\)\./],
    [503, 'The model endpoint answered with an error of its own (503).'],
  ] as const) {
    await fixture.setFault({ target: 'openai.models.retrieve', status });
    const wanted = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence);
    expect(await check(fixture)).toEqual(['refused', wanted]);
  }
});

it('without a key names the variable', async () => {
  await using fixture = await bootWithModel({ env: { OPENAI_API_KEY: '' } });
  expect(await check(fixture)).toEqual(['not-configured', 'OPENAI_API_KEY is not set.']);
});
