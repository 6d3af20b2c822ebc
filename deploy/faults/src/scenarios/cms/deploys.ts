/** P58: a deploy is one revision for everyone, and a deploy hook that fails harms nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { poll } from '@satrangi/start';
import { forEachConcurrently, request } from '../../http.ts';
import {
  cmsReady,
  collectionOf,
  createCmsKills,
  directEditorOf,
  editorOf,
  restartCms,
} from './cms-process.ts';
import { randomName } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

/** `withinMs`: the longest wait for the hook. */
type Size = { readonly deploys: number; readonly withinMs: number };
type Snapshot = { readonly revision: number; readonly hook: string };

const PUBLIC_MS = 20_000;
const KEPT = 30;

/** The receiver of a deploy hook. While it is down it answers 503. */
const startHook = async () => {
  const revisions: number[] = [];
  let isDown = true;
  let refused = 0;
  const server = createServer((received, response) => {
    received.resume();
    if (isDown) refused += 1;
    else revisions.push(Number(received.headers['x-revision']));
    response.writeHead(isDown ? 503 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/deployed`,
    revisions,
    refused: () => refused,
    recover: (): void => {
      isDown = false;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const rangeFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => first + n);

export const parallelDeploys: Trial<Size> = async (fixture, { deploys, withinMs }) => {
  await using hook = await startHook();
  await restartCms(fixture, { DEPLOY_HOOK_URL: hook.url });
  const [editor, direct] = [editorOf(fixture), directEditorOf(fixture)];
  const snapshots = collectionOf<Snapshot>(fixture, 'snapshots');
  const before = (await snapshots.find().sort({ revision: -1 }).limit(1).next())?.revision ?? 0;
  const key = `deploys.${randomName('text')}`;
  const url = `${fixture.api}/cms/sections/${encodeURIComponent(key)}`;
  const absent = await request(url);
  await editor.saveSection({ body: { key, content: '<p>New</p>' } });

  const revisions: number[] = [];
  await forEachConcurrently(rangeFrom(1, deploys), deploys, async () => {
    revisions.push((await direct.deploy()).revision);
  });
  const isPublic = await poll(
    async () => JSON.stringify((await request(url)).body).includes('<p>New</p>'),
    PUBLIC_MS,
  );
  await poll(async () => hook.refused() > 0, withinMs);
  hook.recover();
  const whileDown = hook.revisions.length;
  // a later clock: the back-off of the worker has passed
  const { kill } = createCmsKills(fixture);
  await kill();
  await cmsReady(fixture);
  const expected = rangeFrom(before + 1, deploys);
  const isDelivered = await poll(
    async () => expected.every((revision) => hook.revisions.includes(revision)),
    withinMs,
  );
  const kept = expected.slice(-KEPT);
  const isNoted = await poll(
    async () =>
      (await snapshots.countDocuments({ revision: { $in: kept }, hook: 'delivered' })) === kept.length,
    withinMs,
  );
  return {
    detail: `${deploys} deploys at once, the hook refused ${hook.refused()} calls and then got ${new Set(hook.revisions).size} revisions`,
    broken: unless({
      'revisions have gaps or repeat':
        JSON.stringify(revisions.sort((a, b) => a - b)) === JSON.stringify(expected),
      'the section was public before it was saved': absent.status === 404,
      'the public does not read the new text': isPublic === true,
      'the hook was called while it was down, and counted': whileDown === 0,
      'a revision was not delivered to the hook': isDelivered === true,
      'the hook got revisions that there are not': hook.revisions.every((revision) =>
        expected.includes(revision),
      ),
      'a delivery is not noted': isNoted === true,
    }),
  };
};

export const deploys = promiseScenario(
  'deploys',
  'one revision each without gaps, and the hook gets each when it is back (P58)',
  parallelDeploys,
  () => ({ deploys: 100, withinMs: 180_000 }),
);
