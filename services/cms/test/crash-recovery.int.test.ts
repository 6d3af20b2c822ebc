/** A cms killed between its writes: no acknowledged text is lost, and none is incomplete. */
import { testMongo } from '@satrangi/chassis/testing';
import { type SectionStatus, sectionChanged } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { startProcesses, waitOptions } from './cms-process.ts';

const key = 'about.mission';

const save = (
  { editor }: Pick<Awaited<ReturnType<typeof startProcesses>>, 'editor'>,
  content: string,
  status?: SectionStatus,
) => editor.saveSection({ body: { key, content, ...(status ? { status } : {}) } });

describe('killed during a save (P50)', () => {
  it.each([
    ['cms.text-before-section:2', 'one'],
    ['cms.saved-before-answer', 'two'],
  ])(
    'at %s: the section is as before or as saved, and saves go on',
    { timeout: 120_000 },
    async (failpoint, left) => {
      await using processes = await startProcesses();
      const victim = await processes.start(failpoint);
      await save(processes, 'one');
      await expect(save(processes, 'two')).rejects.toThrow();
      await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);

      await processes.start();
      const query = { draft: '1' as const };
      const read = () => processes.editor.getSection({ params: { key }, query });
      expect((await read()).content).toBe(left);
      await save(processes, 'three');
      const versions = await processes.editor.listVersions({ params: { key } });
      expect([(await read()).content, ...versions.map(({ content }) => content)]).toEqual(
        left === 'one' ? ['three', 'one'] : ['three', 'two', 'one'],
      );
    },
  );

  it('after the write: the event is published by the next process', { timeout: 120_000 }, async () => {
    await using processes = await startProcesses();
    const victim = await processes.start('cms.saved-before-answer');
    await save(processes, 'one');
    await expect(save(processes, 'two')).rejects.toThrow();
    await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);
    const { MongoClient } = await import('mongodb');
    await using client = await MongoClient.connect(await testMongo());
    const sections = client
      .db(processes.database)
      .collection<{ outbox?: { kind: string; body: { type: string } }[] }>('sections');
    const waiting = async () =>
      (await sections.findOne({ 'outbox.body.type': sectionChanged.type }))?.outbox?.length ?? 0;
    expect(await waiting()).toBeGreaterThan(0);

    await processes.start();
    await vi.waitFor(async () => expect(await waiting()).toBe(0), waitOptions);
  });
});
