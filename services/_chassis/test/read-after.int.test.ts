import { setTimeout as sleep } from 'node:timers/promises';
import { defineApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineService, mountApi, type Reach, Schema } from '../src/index.ts';
import { bootService } from '../src/testing/index.ts';

const api = defineApi({
  write: {
    method: 'PUT',
    path: '/items/:id',
    access: 'public',
    summary: 'test only',
    params: z.object({ id: z.string() }),
    response: z.object({}),
  },
  remove: {
    method: 'DELETE',
    path: '/items/:id',
    access: 'public',
    summary: 'test only',
    params: z.object({ id: z.string() }),
    response: z.object({}),
  },
  read: {
    method: 'GET',
    path: '/items',
    access: 'public',
    summary: 'test only',
    response: z.object({}),
  },
});

type Item = { _id: string; version: number };
const schema = new Schema<Item>({ _id: String, version: Number }, { versionKey: false });

/** Writes announce to everyone and to admins; without a version for ids that begin with `u`. */
const serviceWith = (reach?: Reach) =>
  defineService({
    name: 'library',
    config: z.object({}),
    build: ({ store }) => {
      const items = store.aggregate<Item>('items', schema);
      const messagesOf = (id: string) => ({
        live: [
          {
            message: { type: 'ebook-updated', id },
            audience: { to: 'everyone' as const },
            ...(id.startsWith('u') ? {} : { version: 3 }),
          },
          { message: { type: 'order-updated', id: 'for-admins' }, audience: { to: 'admins' as const } },
        ],
      });
      return {
        ...(reach ? { reach } : {}),
        apis: [
          mountApi(api, {
            write: async ({ params: { id } }) => {
              await items.create({ _id: id, version: 3 }, messagesOf(id));
              return {};
            },
            remove: async ({ params: { id } }) => {
              await items.remove({ _id: id }, messagesOf(id));
              return {};
            },
            read: () => ({}),
          }),
        ],
      };
    },
  });

const changesOf = async (url: string, method: string, readAfter?: string): Promise<string | null> => {
  const headers: Record<string, string> = readAfter === undefined ? {} : { 'x-read-after': readAfter };
  return (await fetch(url, { method, headers })).headers.get('x-changes');
};

it('a write is answered with its public changes, and its live messages carry them', async () => {
  await using service = await bootService(serviceWith());
  const received: (string | undefined)[] = [];
  service.live.subscribe(({ change }) => received.push(change));

  expect(await changesOf(`${service.url}/items/one`, 'PUT')).toBe('one@3');
  expect(await changesOf(`${service.url}/items/one`, 'PUT')).toBe(null);
  const write = await changesOf(`${service.url}/items/unversioned`, 'PUT');
  expect(write).toMatch(/^unversioned@[\w-]{22}$/);
  expect(await changesOf(`${service.url}/items/one`, 'DELETE')).toBe('one@3');
  await service.liveMessages();

  expect(received.filter((change) => !change?.startsWith('for-admins'))).toEqual(['one@3', write, 'one@3']);
});

it('a read waits until its read model has the named versions, and confirms them', async () => {
  const asked: unknown[] = [];
  await using service = await bootService(
    serviceWith(async (versions) => {
      asked.push(versions);
      return true;
    }),
  );
  const url = `${service.url}/items`;

  expect(await changesOf(url, 'GET')).toBe(null);
  expect(await changesOf(url, 'GET', 'one@3,u@write,not a change')).toBe('one@3,u@write');
  expect(await changesOf(url, 'GET', '*')).toBe('*');
  expect(asked).toEqual([[{ id: 'one', version: 3 }], 'everything']);
});

it('what was reached for the number of a gateway is not read again, a higher number is', async () => {
  let reads = 0;
  let isAvailable = false;
  await using service = await bootService(
    serviceWith(async (versions) => {
      reads += versions === 'everything' ? 1 : 0;
      return isAvailable;
    }),
  );
  const url = `${service.url}/items`;
  const confirmed = async (...headers: string[]): Promise<(string | null)[]> => {
    const answers: (string | null)[] = [];
    for (const header of headers) answers.push(await changesOf(url, 'GET', header));
    return answers;
  };

  expect(await confirmed('*one.40', '*one.40')).toEqual([null, null]);
  expect(reads).toBe(2);
  isAvailable = true;
  expect(await confirmed('*one.40', '*one.40', '*one.7')).toEqual(['*one.40', '*one.40', '*one.7']);
  expect(reads).toBe(3);
  expect(await confirmed('*one.41', '*two.7', '*', '*')).toEqual(['*one.41', '*two.7', '*', '*']);
  expect(reads).toBe(7);
  expect(await confirmed('*one.x', '*one')).toEqual([null, null]);
});

it('a store that is slow gets more than a second, so that the writer does not see an older answer', async () => {
  await using service = await bootService(serviceWith(() => sleep(1_500, true)));

  expect(await changesOf(`${service.url}/items`, 'GET', 'one@3')).toBe('one@3');
});

it.each<[string, Reach]>([
  ['does not have them', async () => false],
  ['is unavailable', () => Promise.reject(new Error('the store is unavailable'))],
  ['does not answer', () => new Promise(() => {})],
])('an answer is not confirmed when the store %s', async (_, reach) => {
  await using service = await bootService(serviceWith(reach));

  const response = await fetch(`${service.url}/items`, { headers: { 'x-read-after': 'one@3' } });

  expect([response.status, response.headers.get('x-changes')]).toEqual([200, null]);
});

it('a service that reads its store for each answer confirms every change', async () => {
  await using service = await bootService(serviceWith());

  expect(await changesOf(`${service.url}/items`, 'GET', 'one@3')).toBe('one@3');
});
