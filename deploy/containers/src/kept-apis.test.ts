import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readText } from './compose-file.ts';
import { root } from './docker.ts';

const sources = globSync('{services,gateway}/**/src/**/*.ts', {
  cwd: root,
  exclude: (file) => /node_modules|\.test\.ts$/.test(String(file)),
});
const used = new Set(
  sources.flatMap((file) =>
    [...readText(file).matchAll(/googleapis\/build\/src\/apis\/([a-z]+)\//g)].map(([, api = '']) => api),
  ),
);

it('the images of services keep the APIs of googleapis that are imported', () => {
  const kept = [...readText('deploy/docker/service.Dockerfile').matchAll(/! -name ([a-z]+)/g)];

  expect(kept.map(([, api]) => api).sort()).toEqual([...used].sort());
});

it('googleapis is imported by API, never whole', () => {
  const whole = sources.filter((file) => /from 'googleapis'|import\('googleapis'\)/.test(readText(file)));

  expect(used.size).toBeGreaterThan(0);
  expect(whole).toEqual([]);
});
