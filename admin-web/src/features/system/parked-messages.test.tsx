import type { ParkedRow } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdmin } from '../../testing/open-admin.tsx';

const rowOf = (id: string, hash: string): ParkedRow => ({
  key: `library.grant-access.${hash.repeat(24)}`,
  queue: 'library.grant-access',
  event: 'payments.payment-succeeded.v1',
  id,
  reason: 'tries used up',
  attempts: 5,
  parkedAt: '2026-11-20T10:00:00.000Z',
});

/** A library with parked messages; `acts` are the requests to it. */
const libraryWith = (...ids: string[]) => {
  const acts: string[] = [];
  let items = ids.map((id, index) => rowOf(id, String(index)));
  const take = (act: string, key: string) => {
    acts.push(`${act} ${items.find((row) => row.key === key)?.id}`);
    items = items.filter((row) => row.key !== key);
    return { ok: true } as const;
  };
  const operations = (service: string) =>
    service === 'library'
      ? {
          listParked: () => ({ items, total: items.length }),
          replayParked: ({ params }: { params: { key: string } }) => take('replay', params.key),
          discardParked: ({ params }: { params: { key: string } }) => take('discard', params.key),
        }
      : {};
  return { acts, operations };
};

describe('parked messages', () => {
  it('are counted on the dashboard, which leads to their list (P14)', async () => {
    const { user } = openAdmin('/', { operations: libraryWith('e1', 'e2').operations });
    await user.click(await screen.findByRole('link', { name: '2 messages parked after an error' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Parked messages' })).toBeTruthy();
    const table = within(await screen.findByRole('region', { name: 'Parked messages' }));
    expect(await table.findByText('e1')).toBeTruthy();
    expect(table.getAllByText('tries used up')).toHaveLength(2);
  });

  it('are given back one by one, and thrown away only after a question', async () => {
    const { acts, operations } = libraryWith('e1', 'e2');
    const { user } = openAdmin('/?tab=dashboard&open=parked', { operations });
    await user.click(await screen.findByRole('button', { name: 'Replay e1' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Replay e1' })).toBeNull());

    await user.click(screen.getByRole('button', { name: 'Throw away e2' }));
    const question = within(await screen.findByRole('dialog', { name: 'Throw away ‘e2’?' }));
    expect(acts).toEqual(['replay e1']);
    await user.click(question.getByRole('button', { name: 'Throw away' }));
    expect(await screen.findByText('No message is parked.')).toBeTruthy();
    expect(acts).toEqual(['replay e1', 'discard e2']);
  });

  it('are given back all at once', async () => {
    const { acts, operations } = libraryWith('e1', 'e2', 'e3');
    const { user } = openAdmin('/?tab=dashboard&open=parked', { operations });
    await user.click(await screen.findByRole('button', { name: 'Replay all' }));
    await waitFor(() => expect(acts).toEqual(['replay e1', 'replay e2', 'replay e3']));
  });

  it('of a service that does not answer are named, and those of others are shown', async () => {
    const library = libraryWith('e1');
    const operations = (service: string) =>
      service === 'cms'
        ? {
            listParked: () => {
              throw new FakeProblem('unavailable', 'Not now');
            },
          }
        : library.operations(service);
    openAdmin('/?tab=dashboard&open=parked', { operations });
    expect(await screen.findByText('Failed to load parked messages of cms')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Replay e1' })).toBeTruthy();
    expect(screen.queryByText('No message is parked.')).toBeNull();
  });
});
