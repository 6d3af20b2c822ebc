/** The texts of the cms in answers, when the cms fails for a moment or answers late. */
import { startTestServer } from '@satrangi/chassis/testing';
import { liveTypes } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { createPassages } from '../src/passages/passages.ts';

const KEY = 'faq.privacy';
const section = {
  _id: 's1',
  key: KEY,
  page: 'faq',
  status: 'published',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const values = { name: 'Satrangi', email: 'hello@example.org' };

/** A cms whose only section has the content that a test sets; it answers when the returned gate is open. */
const startCms = async () => {
  const state = { content: 'old', isAway: false, requests: 0, gate: Promise.resolve() };
  const server = await startTestServer(async (_request, response) => {
    state.requests += 1;
    const { content, isAway, gate } = state;
    await gate;
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAway ? { code: 'unavailable' } : [{ ...section, content }]));
  });
  let now = 0;
  const passages = createPassages(server.url, values, () => now);
  return Object.assign(server, {
    state,
    passages,
    advance: (ms: number) => {
      now += ms;
    },
  });
};

it('a text that changed while the cms was away for a moment is read within ten seconds', async () => {
  await using cms = await startCms();
  const { passages, state } = cms;
  expect(await passages.section(KEY)).toBe('old');
  Object.assign(state, { content: 'new', isAway: true });
  passages.handleLive(liveTypes.sectionUpdated);
  expect(await passages.section(KEY)).toBe('old');
  expect(await passages.section(KEY)).toBe('old');
  // questions do not wait for it each time
  expect(state.requests).toBe(2);

  state.isAway = false;
  cms.advance(10_000);

  expect(await passages.section(KEY)).toBe('new');
});

it('an answer of the cms that comes after a newer one does not replace it', async () => {
  await using cms = await startCms();
  const { passages, state } = cms;
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  const late = passages.section(KEY);
  await expect.poll(() => state.requests).toBe(1);
  Object.assign(state, { content: 'new', gate: Promise.resolve() });
  passages.handleLive(liveTypes.sectionUpdated);
  expect(await passages.section(KEY)).toBe('new');

  open();
  await late;

  expect(await passages.section(KEY)).toBe('new');
});
