import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RenderJob, Source } from '../src/render-worker/render-job.ts';
import { openRenderWorker } from '../src/render-worker/render-worker.ts';
import { leakyBook } from './leaky-book.ts';

let folder: string;
const sourceOf = (name: string): Source => ({
  key: name,
  copyTo: (path) => copyFile(join(folder, name), path),
});
const cut = (name: string, pages = 2): RenderJob => ({
  kind: 'cut',
  source: sourceOf('book.pdf'),
  target: join(folder, name),
  pages,
  first: 1,
  expectedPages: 20,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satrangi-render-'));
  await writeFile(join(folder, 'book.pdf'), await leakyBook(20));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (settings: Omit<Parameters<typeof openRenderWorker>[0], 'folder'> = {}) => {
  const worker = openRenderWorker({ folder, ...settings });
  return { ...worker, [Symbol.asyncDispose]: worker.close };
};

describe('openRenderWorker', () => {
  it('starts the process with the first job and stops it when idle', async () => {
    await using worker = open({ idleMs: 50 });
    expect(worker.state().pid).toBeNull();
    await worker.render(cut('first.pdf'), 'interactive');
    expect(await readdir(folder)).toContain('first.pdf');
    await vi.waitFor(() => expect(worker.state().pid).toBeNull(), { timeout: 10_000 });
    await worker.render(cut('again.pdf'), 'interactive');
    expect(await readdir(folder)).toContain('again.pdf');
  });

  it('runs one job for concurrent requests for the same target', async () => {
    await using worker = open();
    const requested = Array.from({ length: 20 }, () => worker.render(cut('once.pdf'), 'interactive'));
    expect(worker.state().waiting).toBe(0);
    await Promise.all(requested);
  });

  it('runs interactive jobs first and promotes a background job that is requested', async () => {
    await using worker = open({ pauseMs: 1 });
    const order: string[] = [];
    const make = (name: string, priority: 'interactive' | 'background') =>
      worker.render(cut(name), priority).then(() => order.push(name));
    await Promise.all([
      make('running', 'interactive'),
      make('background1', 'background'),
      make('background2', 'background'),
      make('interactive1', 'interactive'),
      make('background2', 'interactive'),
    ]);
    expect(order).toEqual(['running', 'interactive1', 'background2', 'background2', 'background1']);
  });

  it('fails only the current job when the process is killed, and restarts it', async () => {
    await using worker = open();
    const lost = worker.render(cut('lost.pdf'), 'interactive');
    const after = worker.render(cut('after.pdf'), 'interactive');
    const { pid } = worker.state();
    if (pid === null) throw new Error('the worker process did not start');
    process.kill(pid, 'SIGKILL');
    await expect(lost).rejects.toThrow('exited during the job');
    await expect(after).resolves.toBeUndefined();
  });

  it('kills the process when a job times out', async () => {
    await using slow = open({ timeoutMs: 1 });
    await expect(slow.render(cut('slow.pdf'), 'interactive')).rejects.toThrow('timed out');
    expect(slow.state().pid).toBeNull();
  });

  it('rejects for an invalid document and leaves no partial file', async () => {
    await using worker = open();
    await copyFile(import.meta.filename, join(folder, 'text.pdf'));
    const job = { ...cut('never.pdf'), source: sourceOf('text.pdf') };
    await expect(worker.render(job, 'interactive')).rejects.toThrow();
    expect(
      (await readdir(folder)).filter((name) => name.startsWith('never') || name.endsWith('.part')),
    ).toEqual([]);
  });

  it('renders when the platform itself has a low priority', async () => {
    const before = getPriority();
    // the process inherits it
    setPriority(10);
    try {
      await using worker = open();
      await worker.render(cut('low-priority.pdf'), 'interactive');
      expect(getPriority(worker.state().pid ?? 0)).toBe(10);
    } finally {
      setPriority(before);
    }
  });

  it('confines the process to a copy of one document (decision 0040)', async () => {
    await using worker = open();
    await writeFile(join(folder, 'second.pdf'), await leakyBook(5));
    await worker.render(cut('confined-1.pdf'), 'interactive');
    await worker.render({ ...cut('confined-2.pdf'), source: sourceOf('second.pdf') }, 'interactive');

    const { pid } = worker.state();
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    const allowed = args.filter((arg) => arg.startsWith('--allow-fs-'));
    const [workFolder = ''] = (await readdir(folder)).filter((name) => name.startsWith('render-'));

    expect(args).toContain('--permission');
    expect(allowed.filter((arg) => arg.endsWith('=*'))).toEqual([]);
    expect(allowed.filter((arg) => arg.startsWith('--allow-fs-write='))).toEqual([
      `--allow-fs-write=${join(folder, workFolder, 'output', '*')}`,
    ]);
    expect(allowed.filter((arg) => arg.startsWith(`--allow-fs-read=${folder}`)).sort()).toEqual([
      `--allow-fs-read=${join(folder, workFolder, 'input', '*')}`,
      `--allow-fs-read=${join(folder, workFolder, 'output', '*')}`,
    ]);
    expect(await readdir(join(folder, workFolder, 'input'))).toHaveLength(1);
    await worker.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('render-'))).toEqual([]);
  });

  it('rejects background jobs when the queue is full', async () => {
    await using worker = open({ maxBackground: 2, pauseMs: 60_000 });
    const background = ['a.pdf', 'b.pdf'].map((name) =>
      worker.render(cut(name), 'background').catch(() => 'closed'),
    );
    await expect(worker.render(cut('c.pdf'), 'background')).rejects.toThrow('queue is full');
    await worker.close();
    expect(await Promise.all(background)).toEqual(['closed', 'closed']);
    await expect(worker.render(cut('d.pdf'), 'interactive')).rejects.toThrow('closed');
  });
});
