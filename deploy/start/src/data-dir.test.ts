import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataDir } from './data-dir.ts';

let root = '';
let umask = 0;
beforeEach(() => {
  umask = process.umask(0o022);
  root = mkdtempSync(path.join(tmpdir(), 'satrangi-data-'));
});
afterEach(() => {
  process.umask(umask);
  rmSync(root, { recursive: true, force: true });
});

const modeOf = (...names: string[]): string => (statSync(path.join(root, ...names)).mode & 0o777).toString(8);
const onUnix = it.skipIf(process.platform === 'win32');

/** A data folder of an earlier version. */
const oldFolder = (): string => {
  const data = path.join(root, 'data');
  mkdirSync(path.join(data, 'files/ab'), { recursive: true });
  mkdirSync(path.join(data, 'sandbox'));
  for (const file of ['files/ab/book', 'sandbox/sandbox-ledger.jsonl', 'secrets.json', 'mine.txt'])
    writeFileSync(path.join(data, file), 'x');
  return data;
};

onUnix('makes a new data folder and its files private to the owner', () => {
  openDataDir(path.join(root, 'new'));
  writeFileSync(path.join(root, 'new', 'file'), '');
  mkdirSync(path.join(root, 'new', 'folder'));

  expect([modeOf('new'), modeOf('new', 'file'), modeOf('new', 'folder')]).toEqual(['700', '600', '700']);
});

onUnix('makes an old data folder private, again after its mode was changed', () => {
  const data = oldFolder();
  openDataDir(data);
  const first = [
    modeOf('data'),
    modeOf('data/files/ab'),
    modeOf('data/files/ab/book'),
    modeOf('data/secrets.json'),
  ];
  chmodSync(data, 0o755);
  chmodSync(path.join(data, 'sandbox/sandbox-ledger.jsonl'), 0o644);
  openDataDir(data);

  expect(first).toEqual(['700', '700', '600', '600']);
  expect([modeOf('data'), modeOf('data/sandbox/sandbox-ledger.jsonl')]).toEqual(['700', '600']);
});

onUnix('does not change other files and follows no symbolic link', () => {
  const data = oldFolder();
  writeFileSync(path.join(root, 'outside'), '');
  symlinkSync(path.join(root, 'outside'), path.join(data, 'files/link'));
  openDataDir(data);

  expect([modeOf('data/mine.txt'), modeOf('outside')]).toEqual(['644', '644']);
});

onUnix('keeps the mode of a shared folder', () => {
  const data = oldFolder();
  chmodSync(data, 0o1777);
  openDataDir(data);

  expect([modeOf('data'), modeOf('data/secrets.json')]).toEqual(['777', '600']);
});
