import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { findCanaries } from './canaries.ts';

const word = 'kanarivogel';
const hindi = 'कनारी';

it('finds a canary word in every encoding and reports no other file', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'canaries-'));
  const pdf = (text: string): Buffer =>
    Buffer.concat([Buffer.from('%PDF-1.7\n<<>>\nstream\n'), deflateSync(text), Buffer.from('\nendstream')]);
  const files: Record<string, Buffer | string> = {
    utf8: `..${word}..`,
    little: Buffer.from(`..${word}`, 'utf16le'),
    big: Buffer.from(`..${word}`, 'utf16le').swap16(),
    base0: Buffer.from(`${word} and more`).toString('base64'),
    base1: Buffer.from(`1${word} and more`).toString('base64'),
    base2: Buffer.from(`22${word} and more`).toString('base64'),
    pdf: pdf(`BT (${word}) Tj ET`),
    json: JSON.stringify(hindi).replace(/[^\x20-\x7e]/g, (c) => `\\u0${c.charCodeAt(0).toString(16)}`),
    query: `?name=${encodeURIComponent(hindi)}`,
    innocent: 'kanari vogel',
    otherPdf: pdf('BT (plain) Tj ET'),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(dir, name), bytes);

  const found = findCanaries(dir, { word, hindi }).map((line) => line.split(':')[0]);
  rmSync(dir, { recursive: true });

  expect(found.toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'innocent' && name !== 'otherPdf')
      .toSorted(),
  );
});
