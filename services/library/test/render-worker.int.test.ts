import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPress } from '../src/preview/press.ts';
import type { PressWork } from '../src/preview/press-work.ts';
import { leakyBook } from './leaky-book.ts';

let folder: string;
const cut = (name: string, pages = 2): PressWork => ({
  kind: 'cut',
  source: join(folder, 'book.pdf'),
  target: join(folder, name),
  pages,
  expectedPages: 20,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satrangi-press-'));
  await writeFile(join(folder, 'book.pdf'), await leakyBook(20));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (settings: Omit<Parameters<typeof openPress>[0], 'folder'> = {}) => {
  const press = openPress({ folder, ...settings });
  return { ...press, [Symbol.asyncDispose]: press.close };
};

describe('the press', () => {
  it('starts with the first work and goes home when there is none', async () => {
    await using press = open({ idleMs: 50 });
    expect(press.state().pid).toBeNull();
    await press.make(cut('first.pdf'), 'soon');
    expect(await readdir(folder)).toContain('first.pdf');
    await vi.waitFor(() => expect(press.state().pid).toBeNull(), { timeout: 10_000 });
    await press.make(cut('again.pdf'), 'soon');
    expect(await readdir(folder)).toContain('again.pdf');
  });

  it('makes one thing once for all who ask at the same time', async () => {
    await using press = open();
    const asked = Array.from({ length: 20 }, () => press.make(cut('once.pdf'), 'soon'));
    expect(press.state().waiting).toBe(0);
    await Promise.all(asked);
  });

  it('does first what somebody waits for', async () => {
    await using press = open({ restMs: 1 });
    const order: string[] = [];
    const make = (name: string, urgency: 'soon' | 'idle') =>
      press.make(cut(name), urgency).then(() => order.push(name));
    await Promise.all([
      make('running', 'soon'),
      make('idle1', 'idle'),
      make('idle2', 'idle'),
      make('soon1', 'soon'),
      make('idle2', 'soon'),
    ]);
    expect(order).toEqual(['running', 'soon1', 'idle2', 'idle2', 'idle1']);
  });

  it('that is killed in the middle fails that work only and starts again', async () => {
    await using press = open();
    const lost = press.make(cut('lost.pdf'), 'soon');
    const after = press.make(cut('after.pdf'), 'soon');
    const { pid } = press.state();
    if (pid === null) throw new Error('the press did not start');
    process.kill(pid, 'SIGKILL');
    await expect(lost).rejects.toThrow('stopped in the middle');
    await expect(after).resolves.toBeUndefined();
  });

  it('gives up work that takes too long and goes on with the next', async () => {
    await using slow = open({ limitMs: 1 });
    await expect(slow.make(cut('slow.pdf'), 'soon')).rejects.toThrow('too long');
    expect(slow.state().pid).toBeNull();
  });

  it('says why a document could not be made, and leaves no half file', async () => {
    await using press = open();
    await copyFile(import.meta.filename, join(folder, 'text.pdf'));
    const work = { ...cut('never.pdf'), source: join(folder, 'text.pdf') };
    await expect(press.make(work, 'soon')).rejects.toThrow();
    expect(
      (await readdir(folder)).filter((name) => name.startsWith('never') || name.endsWith('.part')),
    ).toEqual([]);
  });

  it('works on a copy of one document and sees nothing else (decision 0040)', async () => {
    await using press = open();
    await writeFile(join(folder, 'second.pdf'), await leakyBook(5));
    await press.make(cut('confined-1.pdf'), 'soon');
    await press.make({ ...cut('confined-2.pdf'), source: join(folder, 'second.pdf') }, 'soon');

    const { pid } = press.state();
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    const allowed = words.filter((word) => word.startsWith('--allow-fs-'));
    const [desk = ''] = (await readdir(folder)).filter((name) => name.startsWith('press-'));

    expect(words).toContain('--permission');
    expect(allowed.filter((word) => word.endsWith('=*'))).toEqual([]);
    expect(allowed.filter((word) => word.startsWith('--allow-fs-write='))).toEqual([
      `--allow-fs-write=${join(folder, desk, 'made', '*')}`,
    ]);
    expect(allowed.filter((word) => word.startsWith(`--allow-fs-read=${folder}`)).sort()).toEqual([
      `--allow-fs-read=${join(folder, desk, 'given', '*')}`,
      `--allow-fs-read=${join(folder, desk, 'made', '*')}`,
    ]);
    expect(await readdir(join(folder, desk, 'given'))).toHaveLength(1);
    await press.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('press-'))).toEqual([]);
  });

  it('takes only so much work nobody waits for', async () => {
    await using press = open({ mostIdle: 2, restMs: 60_000 });
    const idle = ['a.pdf', 'b.pdf'].map((name) => press.make(cut(name), 'idle').catch(() => 'closed'));
    await expect(press.make(cut('c.pdf'), 'idle')).rejects.toThrow('too much');
    await press.close();
    expect(await Promise.all(idle)).toEqual(['closed', 'closed']);
    await expect(press.make(cut('d.pdf'), 'soon')).rejects.toThrow('closed');
  });
});
