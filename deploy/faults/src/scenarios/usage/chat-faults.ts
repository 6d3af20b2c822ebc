/** P70, P72, P73: the chat answers in time whatever fails, erases what it must, and each message counts once. */
import { randomUUID } from 'node:crypto';
import { ChatReply } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Document } from 'mongodb';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, request, requestWithRetry } from '../../http.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import { collectionOf, readNumbers, restart, restoreOf, waitUntilCounted } from './usage-process.ts';

const ANSWERED_MS = 14_000;
const DONE_MS = 20_000;
const FILLED_MS = 20_000;
const FOR_ITEMS = 'Book 3';

type ChatRequest = {
  readonly message: string;
  readonly local?: boolean;
  readonly conversationId?: string;
  readonly token?: string;
};

/** One message to the service itself. @returns status, reply and time in ms */
const sendChat = async (fixture: Fixture, { token, ...body }: ChatRequest) => {
  const began = performance.now();
  const { status, body: answer } = await request(`${fixture.serviceUrl('concierge')}/ai/concierge`, {
    method: 'POST',
    body,
    ...(token ? { token } : {}),
  });
  const reply = ChatReply.safeParse(answer);
  return { status, reply: reply.success ? reply.data : null, ms: performance.now() - began };
};

const sendChatWithRetry = async (fixture: Fixture, { token, ...body }: ChatRequest): Promise<ChatReply> => {
  const { status, body: answer } = await requestWithRetry(`${fixture.serviceUrl('concierge')}/ai/concierge`, {
    method: 'POST',
    body,
    ...(token ? { token } : {}),
  });
  if (status !== 200) throw new Error(`the chat answers ${status}`);
  return ChatReply.parse(answer);
};

const faults = [
  { status: 500 },
  { status: 429 },
  { hang: 60_000 },
  { garbage: true },
  { cut: true },
  { flood: true },
  null,
] as const;

/** Times of answers by the service itself, under every fault of the provider. */
export const failingProvider: Trial<{ readonly each: number }> = async (fixture, { each }) => {
  const provider = async (url: string): Promise<void> => {
    await restart(fixture, 'concierge', {
      OPENAI_API_KEY: 'sk-faults',
      OPENAI_BASE_URL: url,
      AI_TIMEOUT_MS: '800',
    });
    // the items are read from the catalog after the start
    await poll(
      async () =>
        ((await sendChat(fixture, { message: FOR_ITEMS, local: true })).reply?.items.length ?? 0) > 0,
      FILLED_MS,
    );
  };
  const wrong: string[] = [];
  const times: number[] = [];
  const check = async (what: string, isFound = true): Promise<void> => {
    for (let n = 0; n < each; n += 1) {
      const { status, reply, ms } = await sendChat(fixture, { message: FOR_ITEMS });
      times.push(ms);
      if (status !== 200 || reply?.by !== 'local') wrong.push(`${what} answers ${status} by ${reply?.by}`);
      else if (isFound !== reply.items.length > 0) wrong.push(`${what} answers ${reply.items.length} items`);
    }
  };
  await provider(`${fixture.platform.sandboxUrl}/openai/v1`);
  for (const fault of faults) {
    if (!fault) continue;
    await fixture.sandbox.clearKnobs();
    await fixture.sandbox.setKnob({ target: 'openai.chat', ...fault });
    await check(`a provider with ${JSON.stringify(fault)}`);
  }
  await fixture.sandbox.clearKnobs();
  await provider('http://no-such-host.invalid/v1');
  await check('a provider without an address');
  const catalog = fixture.part('catalog');
  catalog.kill('SIGSTOP');
  try {
    await check('a frozen catalog', false);
  } finally {
    catalog.kill('SIGCONT');
  }
  const slowest = Math.round(Math.max(...times));
  return {
    detail: `${times.length} answers, the slowest after ${slowest} ms`,
    broken: [...new Set(wrong), ...unless({ 'an answer is late': slowest <= ANSWERED_MS })],
  };
};

const storedText = async (fixture: Fixture): Promise<string> =>
  JSON.stringify(await collectionOf<Document>(fixture, 'concierge', 'conversations').find().toArray());

/** Conversations are deleted and accounts erased while the process is killed; strangers guess ids. */
export const erasedTalks: Trial<{
  readonly talks: number;
  readonly kills: number;
  readonly withinMs?: number;
}> = async (fixture, { talks, kills, withinMs = DONE_MS }) => {
  const canary = `canary-${randomUUID()}`;
  const readers = [await fixture.newReader(), await fixture.newReader()];
  const [leaving, staying] = readers;
  const ids: string[] = [];
  const strangers: string[] = [];
  for (let n = 0; n < talks; n += 1) {
    const token = readers[n % 2]?.token ?? '';
    ids.push((await sendChatWithRetry(fixture, { message: `${canary} ${n}`, token })).conversationId);
  }
  for (const conversationId of ids) {
    const { conversationId: other } = await sendChatWithRetry(fixture, { message: 'hello', conversationId });
    if (other === conversationId) strangers.push(conversationId);
  }
  const isKept = (await storedText(fixture)).includes(canary);
  const deletions = forEachConcurrently(ids, 4, async (conversationId) => {
    if (ids.indexOf(conversationId) % 2 === 0) return;
    await requestWithRetry(`${fixture.serviceUrl('concierge')}/ai/concierge/${conversationId}`, {
      method: 'DELETE',
      token: staying?.token ?? '',
    });
  });
  const erasure = requestWithRetry(`${fixture.api}/users/delete`, {
    method: 'DELETE',
    token: leaving?.token ?? '',
    body: {},
  });
  for (let n = 0; n < kills; n += 1) await restart(fixture, 'concierge');
  await Promise.all([deletions, erasure]);
  const isGone = await poll(async () => !(await storedText(fixture)).includes(canary), withinMs);
  return {
    detail: `${talks} conversations, ${kills} kills`,
    broken: unless({
      'nothing was stored': isKept,
      'a stranger reads a conversation': strangers.length === 0,
      'an erased message is stored': isGone === true,
    }),
  };
};

/** Messages are counted while both processes are killed. */
export const countedMessages: Trial<{
  readonly messages: number;
  readonly kills: number;
  readonly withinMs?: number;
}> = async (fixture, { messages, kills, withinMs = DONE_MS }) => {
  const talks = collectionOf<{ _id: string; turns: { role: string }[] }>(
    fixture,
    'concierge',
    'conversations',
  );
  const turns = async (): Promise<number> =>
    (await talks.find().toArray()).reduce(
      (sum, talk) => sum + talk.turns.filter(({ role }) => role === 'reader').length,
      0,
    );
  await waitUntilCounted(fixture);
  const [before, usage] = [await turns(), (await readNumbers(fixture)).usage.aiconcierge];
  const sending = forEachConcurrently(Array.from({ length: messages }), 4, async () => {
    await sendChatWithRetry(fixture, { message: 'thank you' });
  });
  for (let n = 0; n < kills; n += 1) await restart(fixture, n % 2 ? 'analytics-usage' : 'concierge');
  await sending;
  await waitUntilCounted(fixture);
  const stored = (await turns()) - before;
  const counted = await poll(async () => {
    const { chatTo, chatFrom } = (await readNumbers(fixture)).usage.aiconcierge;
    return chatTo - usage.chatTo === stored && chatFrom - usage.chatFrom === stored;
  }, withinMs);
  return {
    detail: `${messages} messages, ${stored} stored, ${kills} kills`,
    broken: unless({
      'messages are lost': stored >= messages,
      'messages are not counted once in each direction': counted === true,
    }),
  };
};

export const chatInTime = restoredScenario(
  'chat in time',
  'every message is answered by the service while the provider or the catalog fails (P70)',
  {
    trial: failingProvider,
    sizeOf: ({ isNightly }) => ({ each: isNightly ? 25 : 2 }),
    restore: restoreOf('concierge'),
  },
);
export const chatErasure = restoredScenario(
  'chat forgets',
  'deleted conversations and those of deleted accounts are gone, and no reader gets another’s (P72)',
  {
    trial: erasedTalks,
    sizeOf: ({ isNightly }) => (isNightly ? { talks: 400, kills: 10 } : { talks: 20, kills: 2 }),
    restore: restoreOf('concierge'),
  },
);
export const chatCounts = restoredScenario(
  'chat counts',
  'each message counts once in each direction, while both services are killed (P73)',
  {
    trial: countedMessages,
    sizeOf: ({ isNightly }) => (isNightly ? { messages: 1_000, kills: 20 } : { messages: 60, kills: 2 }),
    restore: restoreOf('concierge'),
  },
);
