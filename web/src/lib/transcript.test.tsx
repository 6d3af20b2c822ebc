import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aFilm } from '../testing/fixtures.ts';
import { createQueryClient } from './query-client.ts';
import { Transcript } from './transcript.tsx';

it('keeps its lines when they cannot be loaded again', async () => {
  const fetched = vi.fn(async () => new Response('WEBVTT\n\n00:01.000 --> 00:04.000\nA kite.\n'));
  vi.stubGlobal('fetch', fetched);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Transcript item={aFilm({ captionLanguages: ['en'] })} seconds={0} onSeek={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByText('A kite.');

  fetched.mockRejectedValue(new TypeError('offline'));
  await act(async () => {
    await client.invalidateQueries();
    // the page is told in a task of its own
    await new Promise((resolve) => setTimeout(resolve));
  });

  expect(fetched.mock.calls.length).toBeGreaterThan(1);
  expect(screen.getByText('A kite.')).toBeTruthy();
  expect(screen.queryByText('The transcript could not be loaded.')).toBeNull();
});
