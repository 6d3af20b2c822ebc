import { services } from '@satrangi/contracts';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IPersistentVolumeClaim, IService, IServiceAccount } from 'kubernetes-models/v1';
import { calledBy, type Part, type PartName, readParts } from './compose.ts';
import { type Source, sourcesOf } from './environment.ts';

export const CONFIG_MAP = 'satrangi-config';
export const FILES_CLAIM = 'satrangi-files';
const GATEWAY_PORT = 8080;
/** Stopping takes up to 8 s of draining and 10 s of open requests. */
const GRACE_SECONDS = 30;
/** Where Debian's Node image has the user `node`. */
const NODE_USER = 1000;
/** Namespaces of the stores carry this label. */
const STORES = { 'satrangi/stores': 'true' };
const MONITORING = { 'satrangi/monitoring': 'true' };
/** OTLP over HTTP. */
const COLLECTOR_PORT = 4318;
const STORE_PORTS = [27_017, 5_672, 6_379];
const PROVIDER_PORTS = [443, 465, 587, 3_310];
/** Providers are outside: no address of a private network is one. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'];

export const portOf = (name: PartName): number => (name === 'gateway' ? GATEWAY_PORT : services[name].port);
export const secretOf = (name: PartName): string => `satrangi-${name}`;
const labelsOf = (name: PartName) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'satrangi',
});
const selectorOf = (name: PartName) => ({ 'app.kubernetes.io/name': name });
const metadataOf = (name: PartName) => ({ name, labels: labelsOf(name) });

const envOf = (part: Part, source: Source) => {
  if (source.kind === 'value') return { name: source.name, value: source.value };
  const optional = source.isOptional ? { optional: true } : {};
  return source.kind === 'secret'
    ? {
        name: source.name,
        valueFrom: { secretKeyRef: { name: secretOf(part.name), key: source.key, ...optional } },
      }
    : {
        name: source.name,
        valueFrom: { configMapKeyRef: { name: CONFIG_MAP, key: source.key, ...optional } },
      };
};

const deploymentOf = (part: Part): IDeployment => {
  const { name, sharesFiles, isConfining, command, memory } = part;
  const probe = (path: string, periodSeconds: number) => ({
    httpGet: { path, port: 'http' },
    periodSeconds,
    timeoutSeconds: 3,
  });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(name),
    spec: {
      replicas: 1,
      revisionHistoryLimit: 5,
      selector: { matchLabels: selectorOf(name) },
      // a new pod is ready before an old one stops
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: {
          labels: labelsOf(name),
          annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(portOf(name)) },
        },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          terminationGracePeriodSeconds: GRACE_SECONDS,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: NODE_USER,
            runAsGroup: NODE_USER,
            fsGroup: NODE_USER,
            seccompProfile: isConfining
              ? { type: 'Localhost', localhostProfile: 'satrangi/seccomp-confined.json' }
              : { type: 'RuntimeDefault' },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: { matchLabels: selectorOf(name) },
            },
          ],
          containers: [
            {
              name,
              image: `satrangi/${name}`,
              ...(command ? { command: [...command] } : {}),
              ports: [{ name: 'http', containerPort: portOf(name) }],
              env: sourcesOf(part).map((source) => envOf(part, source)),
              livenessProbe: { ...probe('/health/live', 10), failureThreshold: 6 },
              readinessProbe: { ...probe('/health/ready', 2), failureThreshold: 2 },
              resources: { requests: { cpu: '50m', memory: '192Mi' }, limits: { memory } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [
                { name: 'data', mountPath: '/data' },
                { name: 'tmp', mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [
            {
              name: 'data',
              ...(sharesFiles ? { persistentVolumeClaim: { claimName: FILES_CLAIM } } : { emptyDir: {} }),
            },
            { name: 'tmp', emptyDir: {} },
          ],
        },
      },
    },
  };
};

const serviceOf = ({ name }: Part): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadataOf(name),
  spec: {
    selector: selectorOf(name),
    ports: [{ name: 'http', port: portOf(name), targetPort: 'http' }],
  },
});

const accountOf = ({ name }: Part): IServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadataOf(name),
  automountServiceAccountToken: false,
});

const budgetOf = ({ name }: Part): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadataOf(name),
  spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(name) } },
});

/** A part answers its callers and Prometheus, and reaches the parts that it calls, the stores, and providers when it has some. */
const policyOf = (part: Part, parts: readonly Part[]): INetworkPolicy => {
  const { name, networks } = part;
  const callers = parts.filter((other) => calledBy(other).includes(name)).map((other) => other.name);
  const podsOf = (names: readonly PartName[]) =>
    names.map((one) => ({ podSelector: { matchLabels: selectorOf(one) } }));
  const ports = (numbers: readonly number[]) => numbers.map((port) => ({ protocol: 'TCP' as const, port }));
  const isOutside = networks.includes('providers') || networks.includes('google');
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(name),
    spec: {
      podSelector: { matchLabels: selectorOf(name) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          // the gateway is called from the ingress controller, in whatever namespace that is
          from:
            name === 'gateway'
              ? [{ namespaceSelector: {} }]
              : [...podsOf(callers), { namespaceSelector: { matchLabels: MONITORING } }],
          ports: ports([portOf(name)]),
        },
      ],
      egress: [
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
          ports: [
            { protocol: 'UDP', port: 53 },
            { protocol: 'TCP', port: 53 },
          ],
        },
        { to: [{ namespaceSelector: { matchLabels: STORES } }], ports: ports(STORE_PORTS) },
        { to: [{ namespaceSelector: { matchLabels: MONITORING } }], ports: ports([COLLECTOR_PORT]) },
        ...calledBy(part).map((called) => ({ to: podsOf([called]), ports: ports([portOf(called)]) })),
        ...(isOutside
          ? [
              {
                to: [{ ipBlock: { cidr: '0.0.0.0/0', except: PRIVATE_NETWORKS } }],
                ports: ports(PROVIDER_PORTS),
              },
            ]
          : []),
      ],
    },
  };
};

const ingress: IIngress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    ...metadataOf('gateway'),
    annotations: {
      // event streams are sent as they come and stay open; uploads have up to 100 MB
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-body-size': '110m',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '3600',
    },
  },
  spec: {
    tls: [{ hosts: ['shop.example'], secretName: 'satrangi-tls' }],
    rules: [
      {
        host: 'shop.example',
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'gateway', port: { name: 'http' } } },
            },
          ],
        },
      },
    ],
  },
};

/** Catalog writes files that library reads, and replicas read what another one wrote. */
const filesClaim: IPersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: FILES_CLAIM, labels: { 'app.kubernetes.io/part-of': 'satrangi' } },
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '100Gi' } } },
};

export type Manifest =
  | IDeployment
  | IService
  | IServiceAccount
  | IPodDisruptionBudget
  | INetworkPolicy
  | IIngress
  | IPersistentVolumeClaim;

/** The files of `base`: one for each part, and one for what parts share. */
export const manifests = (
  parts: readonly Part[] = readParts(),
): Readonly<Record<string, readonly Manifest[]>> => ({
  ...Object.fromEntries(
    parts.map((part) => [
      part.name,
      [
        deploymentOf(part),
        serviceOf(part),
        accountOf(part),
        budgetOf(part),
        policyOf(part, parts),
        ...(part.name === 'gateway' ? [ingress] : []),
      ],
    ]),
  ),
  files: [filesClaim],
});

/** The keys of the Secret of each part. */
export const secretKeys = (
  parts: readonly Part[] = readParts(),
): readonly (readonly [PartName, Source[]])[] =>
  parts.map((part) => [part.name, sourcesOf(part).filter(({ kind }) => kind === 'secret')]);

/** The keys of the ConfigMap. */
export const settingKeys = (parts: readonly Part[] = readParts()): readonly string[] =>
  [
    ...new Set(parts.flatMap(sourcesOf).flatMap((source) => (source.kind === 'setting' ? [source.key] : []))),
  ].sort();
