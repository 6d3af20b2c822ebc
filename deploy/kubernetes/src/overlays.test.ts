import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@satrangi/contracts';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readParts } from './compose.ts';
import { manifestProblems } from './manifest-problems.ts';
import type { Manifest } from './manifests.ts';

const require = createRequire(import.meta.url);
const kustomize = require.resolve('kustomize/run.js');

/** What `kubectl apply -k` would send. */
const build = (overlay: string): Manifest[] => {
  const folder = fileURLToPath(new URL(`../overlays/${overlay}`, import.meta.url));
  const text = execFileSync(process.execPath, [kustomize, 'build', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
};
const deployments = (objects: readonly Manifest[]): IDeployment[] =>
  objects.filter((one): one is IDeployment => one.kind === 'Deployment');

it.each(['small', 'large'])(
  'kustomize builds the overlay %s, which keeps every rule of the base',
  (overlay) => {
    const objects = build(overlay);

    expect(
      deployments(objects)
        .map(({ metadata }) => metadata?.name)
        .sort(),
    ).toEqual(['gateway', ...serviceNames].sort());
    expect(manifestProblems(objects, readParts())).toEqual([]);
  },
);

it('the overlay large has several replicas of each part, and none of them needs a claim', () => {
  const objects = build('large');
  const counts = deployments(objects).map(({ spec }) => spec?.replicas ?? 1);
  const claims = deployments(objects).flatMap(
    ({ spec }) => spec?.template.spec?.volumes?.filter((volume) => volume.persistentVolumeClaim) ?? [],
  );

  expect(Math.min(...counts)).toBeGreaterThan(1);
  expect(objects.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
  expect(claims).toEqual([]);
  expect(objects.map(({ kind }): string => kind)).toContain('HorizontalPodAutoscaler');
});
