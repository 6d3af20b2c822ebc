/** P50: no text that was answered as saved is gone while 50 newer versions do not stand above it. */
import { VERSIONS_MAX } from '@satrangi/contracts';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, type HttpResult, request, requestWithRetry } from '../../http.ts';
import { collectionOf, createCmsKills } from './cms-process.ts';
import { randomName } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

type Size = {
  readonly histories: number;
  /** SIGKILLs, half of them at the failpoints of a save. */
  readonly kills: number;
};

type Section = {
  readonly _id: string;
  readonly key: string;
  readonly draft: { readonly text: string };
  readonly published: { readonly text: string } | null;
  readonly versions: readonly { readonly text: string }[];
};

/** One section edited by four editors at the same time. */
type History = {
  readonly name: string;
  keys: string[];
  /** Texts that cms answered as saved. */
  readonly saved: string[];
};

const EDITORS = 4;
const STEPS = 6;
const CONCURRENCY = 3;
const failpoints = [
  'cms.saved-before-answer:20',
  'cms.text-before-section:15',
  'chassis.published-before-confirm:10',
  'cms.committed-before-publish:10',
];

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<HttpResult>;

const callsOf =
  ({ api, adminToken }: Fixture): Call =>
  (method, path, body) =>
    request(`${api}/cms/${path}`, { method, token: adminToken, ...(body === undefined ? {} : { body }) });

const pathOf = (key: string, act = ''): string => `sections/${encodeURIComponent(key)}${act}`;

const save = async (call: Call, history: History, text: string): Promise<void> => {
  const key = pick(history.keys);
  // half of the editors name the text they began with
  const opened =
    Math.random() < 0.5 ? ((await call('GET', `${pathOf(key)}?draft=1`)).body as { updatedAt?: string }) : {};
  const base = opened?.updatedAt ? { updatedAt: opened.updatedAt } : {};
  const status = Math.random() < 0.3 ? { status: pick(['published', 'draft']) } : {};
  const answer = await call('PUT', 'sections', { key, content: text, ...base, ...status });
  if (answer.status === 200) history.saved.push(text);
};

const rename = async (call: Call, history: History): Promise<void> => {
  const newKey = `${history.name}.${randomName('key')}`;
  const answer = await call('POST', pathOf(pick(history.keys), '/rename'), { newKey });
  if (answer.status === 200) history.keys = [...history.keys, newKey];
};

const restore = async (call: Call): Promise<void> => {
  const { body } = await call('GET', 'snapshots');
  const snapshots = Array.isArray(body) ? (body as { revision: number }[]).slice(0, 3) : [];
  if (snapshots.length === 0) await call('POST', 'deploy');
  else await call('POST', `snapshots/${pick(snapshots).revision}/restore`);
};

/** What an editor does next; saving twice as often as anything else. */
const step = async (call: Call, history: History, text: string): Promise<void> => {
  const key = (): string => pick(history.keys);
  const act = pick<() => Promise<unknown>>([
    ...Array.from({ length: 6 }, () => () => save(call, history, text)),
    () => call('POST', pathOf(key(), '/status'), { status: pick(['published', 'draft']) }),
    () => rename(call, history),
    () => call('POST', pathOf(key(), '/rollback'), { versionIdx: pick([0, 0, 1, 2]) }),
    () => call('DELETE', pathOf(key())),
    () => call('POST', pathOf(key(), '/undelete')),
  ]);
  await act();
};

const runHistory = async (fixture: Fixture, history: History): Promise<void> => {
  const call = callsOf(fixture);
  await Promise.all(
    Array.from({ length: EDITORS }, async (_, editor) => {
      for (let n = 0; n < STEPS; n += 1) {
        await step(call, history, `<p>${history.name} ${editor} ${n}</p>`);
        if (Math.random() < 0.02) await (Math.random() < 0.5 ? restore(call) : call('POST', 'deploy'));
      }
    }),
  );
  // a snapshot of the histories to come holds this section no more
  for (const key of history.keys)
    await requestWithRetry(`${fixture.api}/cms/${pathOf(key)}`, {
      method: 'DELETE',
      token: fixture.adminToken,
    });
};

/** Texts answered as saved that no section holds, in its draft, in public, as a version or in the bin. */
const lostTexts = async (fixture: Fixture, histories: readonly History[]): Promise<string[]> => {
  const sections = await collectionOf<Section>(fixture, 'sections').find().toArray();
  const ids = sections.flatMap(({ draft, published, versions }) => [
    draft.text,
    ...(published ? [published.text] : []),
    ...versions.map(({ text }) => text),
  ]);
  const texts = await collectionOf<{ _id: string; html: string }>(fixture, 'texts')
    .find({ _id: { $in: [...new Set(ids)] } })
    .toArray();
  const held = new Set(texts.map(({ html }) => html));
  const isFull = new Set(
    sections.filter(({ versions }) => versions.length >= VERSIONS_MAX).map(({ key }) => key.split('.')[0]),
  );
  return histories.flatMap(({ name, saved }) =>
    isFull.has(name) ? [] : saved.filter((text) => !held.has(text)),
  );
};

const killWhile = async (fixture: Fixture, kills: number, work: Promise<void>): Promise<number> => {
  const { kill, killAt } = createCmsKills(fixture);
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let killed = 0;
  for (let n = 0; n < kills && !isDone; n += 1) {
    await fixture.ready();
    if (n % 2 === 0) await kill();
    else await killAt(pick(failpoints), async () => undefined, 8_000);
    killed += 1;
  }
  await done;
  return killed;
};

export const sectionHistories: Trial<Size> = async (fixture, { histories: count, kills }) => {
  const histories = Array.from({ length: count }, (): History => {
    const name = randomName('history');
    return { name, keys: [`${name}.text`], saved: [] };
  });
  const work = forEachConcurrently(histories, CONCURRENCY, (history) => runHistory(fixture, history));
  const killed = await killWhile(fixture, kills, work);
  await fixture.ready();
  const lost = await lostTexts(fixture, histories);
  const saved = histories.reduce((sum, history) => sum + history.saved.length, 0);
  return {
    detail: `${count} histories of ${EDITORS} editors, ${saved} saves answered, ${killed} kills`,
    broken: unless({
      [`${lost.length} saved texts are gone: ${lost.slice(0, 3).join(' ')}`]: lost.length === 0,
      'no text was saved': saved > count,
    }),
  };
};

export const histories = promiseScenario(
  'section histories',
  'every saved text is current, public, a version, or in the bin (P50)',
  sectionHistories,
  ({ isNightly }) => ({ histories: isNightly ? 1_000 : 60, kills: isNightly ? 60 : 5 }),
);
