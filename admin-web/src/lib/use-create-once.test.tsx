import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCreateOnce } from './use-create-once.ts';

it('a repetition after a lost answer has the same Idempotency-Key, the next creation another', async () => {
  const { result, rerender } = renderHook(useCreateOnce);
  const keys: (string | undefined)[] = [];
  const create = (isAnswered: boolean) =>
    result.current(async ({ headers }) => {
      keys.push(headers['idempotency-key']);
      if (!isAnswered) throw new Error('no answer');
    });
  await expect(create(false)).rejects.toThrow('no answer');
  rerender();
  await create(true);
  await create(true);

  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
