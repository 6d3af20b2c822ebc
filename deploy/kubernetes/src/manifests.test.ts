import { readFileSync } from 'node:fs';
import { serviceNames } from '@satrangi/contracts';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readParts } from './compose.ts';
import { manifestFiles } from './files.ts';
import { manifestProblems } from './manifest-problems.ts';
import { type Manifest, manifests } from './manifests.ts';

const models = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
} as const;

const textOf = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const objectsIn = (name: string): { kind: string }[] =>
  parseAllDocuments(textOf(name)).map((document) => document.toJS() as { kind: string });
const resources = (parse(textOf('base/kustomization.yaml')) as { resources: string[] }).resources;

/** @throws Error with the field that does not fit the schema of Kubernetes */
const validate = (object: { kind: string }): void => {
  const Model = models[object.kind as keyof typeof models];
  // each model takes the plain object of its own kind
  new Model(object as never).validate();
};

it('the printed files are those of the present sources', () => {
  for (const [name, text] of Object.entries(manifestFiles())) expect(textOf(name), name).toBe(text);
});

it('every manifest fits the schema of Kubernetes, and a wrong field does not', () => {
  const files = [...resources.map((name) => `base/${name}`), 'overlays/large/gateway-autoscaler.yaml'];
  const objects = files.flatMap(objectsIn);
  for (const object of objects) validate(object);

  expect(objects.length).toBeGreaterThan(50);
  const [deployment] = objectsIn('base/payments.yaml') as [IDeployment];
  // a wrong type on purpose
  const wrong = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } };
  expect(() => validate(wrong)).toThrow();
});

it('base holds every service of the contracts and the gateway, and overlays scale them', () => {
  const { replicas } = parse(textOf('overlays/large/kustomization.yaml')) as {
    replicas: { name: string; count: number }[];
  };
  const names = ['gateway', ...serviceNames].sort();

  expect(resources.filter((name) => !/^(files|namespace)/.test(name))).toEqual(
    names.map((name) => `${name}.yaml`),
  );
  expect(replicas.map(({ name }) => name)).toEqual(names);
  expect(replicas.every(({ count }) => count >= 2)).toBe(true);
});

it('parts have their ports, probes, limits, policies and settings', () => {
  expect(manifestProblems(Object.values(manifests()).flat(), readParts())).toEqual([]);
});

const OPEN_SECRET = { name: 'STRIPE_SECRET_KEY', value: 'sk_live_planted' };

type Plant = (objects: Manifest[]) => unknown;
const inPayments =
  (change: (deployment: IDeployment) => unknown): Plant =>
  (objects) => {
    const found = objects.find(
      (one): one is IDeployment => one.kind === 'Deployment' && one.metadata?.name === 'payments',
    );
    if (found) change(found);
  };
const podOf = (deployment: IDeployment) => deployment.spec?.template.spec;
const containerOf = (deployment: IDeployment) => podOf(deployment)?.containers[0];
const removeVariable = (deployment: IDeployment, name: string): void => {
  const env = containerOf(deployment)?.env ?? [];
  env.splice(
    env.findIndex((one) => one.name === name),
    1,
  );
};
const without =
  (kind: Manifest['kind']): Plant =>
  (objects) =>
    objects.splice(
      objects.findIndex((one) => one.kind === kind && one.metadata?.name === 'payments'),
      1,
    );

it.each<[string, Plant]>([
  [
    'listens on another port',
    inPayments((one) => containerOf(one)?.ports?.splice(0, 1, { containerPort: 4999 })),
  ],
  ['has no readiness probe', inPayments((one) => delete containerOf(one)?.readinessProbe)],
  ['has no liveness probe', inPayments((one) => delete containerOf(one)?.livenessProbe)],
  ['may run as root', inPayments((one) => delete podOf(one)?.securityContext)],
  [
    'may write its own files',
    inPayments((one) => delete containerOf(one)?.securityContext?.readOnlyRootFilesystem),
  ],
  ['has capabilities', inPayments((one) => delete containerOf(one)?.securityContext?.capabilities)],
  ['has another memory limit than in compose', inPayments((one) => delete containerOf(one)?.resources)],
  ['is killed before it has stopped', inPayments((one) => delete podOf(one)?.terminationGracePeriodSeconds)],
  ['shows a secret: STRIPE_SECRET_KEY', inPayments((one) => containerOf(one)?.env?.push(OPEN_SECRET))],
  ['is not given STRIPE_SECRET_KEY', inPayments((one) => removeVariable(one, 'STRIPE_SECRET_KEY'))],
  ['has no pod during an update', inPayments((one) => delete one.spec?.strategy)],
  ['is missing', without('Deployment')],
  ['has no address at its port', without('Service')],
  ['may lose all pods at once', without('PodDisruptionBudget')],
  ['can be called by others than concierge, gateway, identity', without('NetworkPolicy')],
])('finds a planted fault: payments %s', (problem, plant) => {
  const objects = structuredClone(Object.values(manifests()).flat());
  plant(objects);

  expect(manifestProblems(objects, readParts()).join('\n')).toContain(`payments ${problem}`);
});
