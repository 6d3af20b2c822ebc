/** Deploys: numbered snapshots, the hook, and restoring a snapshot. */

import { startTestServer } from '@satrangi/chassis/testing';
import { contentDeployed, liveTypes, SNAPSHOTS_MAX } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { adminUser, bootCms, type CmsFixture, refusal } from './boot-cms.ts';

const read = async ({ visitor }: CmsFixture, key: string): Promise<string> =>
  (await visitor.getSection({ params: { key }, query: {} })).content;
const save = ({ editor }: CmsFixture, key: string, content: string, more: object = {}) =>
  editor.saveSection({ body: { key, content, ...more } });

/** A receiver of deploy hooks that answers with `status`. */
const startHook = async () => {
  const hook = { status: 200, revisions: [] as string[], url: '' };
  const server = await startTestServer((request, response) => {
    hook.revisions.push(`${request.method} ${request.headers['x-revision']}`);
    response.writeHead(hook.status).end();
  });
  hook.url = `${server.url}/deploy`;
  return Object.assign(hook, { [Symbol.asyncDispose]: server[Symbol.asyncDispose] });
};

describe('a deploy', () => {
  it('numbers the public content and publishes the revision, on the bus and live (CMS-11, CMS-32)', async () => {
    await using cms = await bootCms();
    await save(cms, 'about.mission', 'public');
    await save(cms, 'about.vision', 'draft', { status: 'draft' });

    const deployed = await cms.editor.deploy();
    expect(deployed).toEqual({ ok: true, revision: 1, deployedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await cms.editor.deploy()).revision).toBe(2);
    expect(await cms.editor.listSnapshots()).toMatchObject([
      { revision: 2, sections: 1, hook: 'none' },
      { revision: 1, sections: 1, by: adminUser.userId, at: deployed.deployedAt },
    ]);
    const events = (await cms.service.publishedEvents()).filter(({ type }) => type === contentDeployed.type);
    expect(events.map(({ data }) => data)).toEqual([
      { revision: 1, sections: 1, at: deployed.deployedAt },
      { revision: 2, sections: 1, at: expect.any(String) },
    ]);
    const live = (await cms.service.liveMessages()).filter(
      ({ message }) => message.type === liveTypes.contentDeployed,
    );
    expect(live).toEqual(
      ['1', '2'].map((id) => ({ message: { type: 'cms-deployed', id }, audience: { to: 'everyone' } })),
    );
    expect(
      (await refusal(cms.visitor.getSection({ params: { key: 'about.vision' }, query: {} }))).status,
    ).toBe(404);
  });

  it('is one revision, also of forty at once: no gaps, the last thirty are kept (P58, P85)', async () => {
    await using cms = await bootCms();
    await save(cms, 'about.mission', 'public');
    const deployed = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? cms.editor : cms.other).deploy()),
    );

    const expected = Array.from({ length: 40 }, (_, n) => n + 1);
    expect(deployed.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(expected);
    await cms.service.publishedEvents();
    expect((await cms.editor.deploy()).revision).toBe(41);
    expect(await cms.editor.listSnapshots()).toHaveLength(SNAPSHOTS_MAX);
  });

  it('calls the hook once it can, with the same revision; a failing hook does not fail the deploy (CMS-32, P58)', async () => {
    await using hook = await startHook();
    await using cms = await bootCms({ env: { DEPLOY_HOOK_URL: hook.url } });
    const state = async () => (await cms.editor.listSnapshots())[0]?.hook;
    hook.status = 503;
    expect((await cms.editor.deploy()).revision).toBe(1);
    await vi.waitFor(() => expect(hook.revisions.length).toBeGreaterThan(0), { timeout: 10_000 });
    expect(await state()).toBe('waiting');

    hook.status = 200;
    await cms.service.runWork();
    expect(await state()).toBe('delivered');
    const calls = hook.revisions.length;
    expect(new Set(hook.revisions)).toEqual(new Set(['POST 1']));
    await cms.service.runWork();
    expect(hook.revisions).toHaveLength(calls);
  });

  it('gives the hook up after a day', async () => {
    await using hook = await startHook();
    hook.status = 500;
    await using cms = await bootCms({ env: { DEPLOY_HOOK_URL: hook.url } });
    await cms.editor.deploy();
    await vi.waitFor(() => expect(hook.revisions.length).toBeGreaterThan(0), { timeout: 10_000 });
    cms.service.clock.advance(86_400_001);
    await cms.service.runWork();

    expect((await cms.editor.listSnapshots())[0]?.hook).toBe('failed');
  });
});

describe('restoring a snapshot', () => {
  it('makes its texts public again as new versions and overwrites nothing', async () => {
    await using cms = await bootCms();
    for (const key of ['a.one', 'a.two', 'a.three', 'a.four']) await save(cms, key, `${key} first`);
    const { revision } = await cms.editor.deploy();
    await save(cms, 'a.one', 'second');
    await cms.editor.deleteSection({ params: { key: 'a.two' } });
    await cms.editor.renameSection({ params: { key: 'a.three' }, body: { newKey: 'b.three' } });
    await save(cms, 'b.three', 'draft', { status: 'draft' });
    await save(cms, 'a.five', 'new');

    const { restored } = await cms.editor.restoreSnapshot({ params: { revision } });

    expect(restored.sort()).toEqual(['a.one', 'a.two']);
    expect(await read(cms, 'a.one')).toBe('a.one first');
    expect(await read(cms, 'a.two')).toBe('a.two first');
    expect(await read(cms, 'b.three')).toBe('a.three first');
    expect(await read(cms, 'a.five')).toBe('new');
    const versions = await cms.editor.listVersions({ params: { key: 'a.one' } });
    expect(versions.map(({ content }) => content)).toEqual(['second', 'a.one first']);
    expect((await cms.editor.restoreSnapshot({ params: { revision } })).restored).toEqual([]);
    expect((await refusal(cms.editor.restoreSnapshot({ params: { revision: 99 } }))).status).toBe(404);
  });

  it('restores sections that were removed for good', async () => {
    await using cms = await bootCms();
    await save(cms, 'a.one', 'first');
    const { revision } = await cms.editor.deploy();
    await cms.editor.deleteSection({ params: { key: 'a.one' } });
    cms.service.clock.advance(40 * 86_400_000);
    await cms.service.runJob('sweep-deleted');
    await cms.service.runJob('sweep-texts');

    expect((await cms.editor.restoreSnapshot({ params: { revision } })).restored).toEqual(['a.one']);
    expect(await read(cms, 'a.one')).toBe('first');
  });

  it('while editors save loses no text: each is present or a version (P50)', async () => {
    await using cms = await bootCms();
    const keys = Array.from({ length: 5 }, (_, n) => `page.${n}`);
    for (const key of keys) await save(cms, key, `${key} first`);
    const { revision } = await cms.editor.deploy();
    const saves = keys.flatMap((key) =>
      Array.from({ length: 6 }, async (_, n) => {
        const content = `${key} save ${n}`;
        await save(cms, key, content);
        return { key, content };
      }),
    );
    const [saved] = await Promise.all([
      Promise.all(saves),
      cms.editor.restoreSnapshot({ params: { revision } }),
      cms.other.restoreSnapshot({ params: { revision } }),
    ]);

    for (const { key, content } of saved) {
      const versions = await cms.editor.listVersions({ params: { key } });
      expect([await read(cms, key), ...versions.map((version) => version.content)]).toContain(content);
    }
  });
});
