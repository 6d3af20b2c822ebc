import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { calledBy, type Part } from './compose.ts';
import { type Manifest, portOf } from './manifests.ts';

/** Settings of a pod's container that a cluster must not miss, each with its sentence. */
const containerProblems = ({ name, memory }: Part, { spec }: IDeployment): readonly string[] => {
  const pod = spec?.template.spec;
  const container = pod?.containers[0];
  const env = container?.env ?? [];
  const stopMs = Number(env.find((one) => /^(STOP_WAIT_MS|DRAIN_MS)$/.test(one.name))?.value ?? 0);
  const open = env.filter(
    (one) => /(SECRET|PASSWORD|TOKEN|_KEY|_URI|SERVICE_ACCOUNT)$/.test(one.name) && one.value !== undefined,
  );
  const checks: readonly (readonly [boolean, string])[] = [
    [container?.ports?.[0]?.containerPort === portOf(name), 'listens on another port than the contracts say'],
    [container?.readinessProbe?.httpGet?.path === '/health/ready', 'has no readiness probe of its own'],
    [container?.livenessProbe?.httpGet?.path === '/health/live', 'has no liveness probe'],
    [pod?.securityContext?.runAsNonRoot === true, 'may run as root'],
    [container?.securityContext?.readOnlyRootFilesystem === true, 'may write its own files'],
    [container?.securityContext?.allowPrivilegeEscalation === false, 'may gain privileges'],
    [container?.securityContext?.capabilities?.drop?.includes('ALL') === true, 'has capabilities'],
    [pod?.securityContext?.seccompProfile !== undefined, 'has no system call filter'],
    [pod?.automountServiceAccountToken === false, 'has a token for the cluster'],
    [container?.resources?.limits?.memory === memory, 'has another memory limit than in compose'],
    [stopMs >= 5_000, 'does not wait for its endpoints to be removed'],
    [(pod?.terminationGracePeriodSeconds ?? 0) * 1_000 >= stopMs + 15_000, 'is killed before it has stopped'],
    [
      env.some((one) => one.name === 'NODE_ENV' && one.value === 'production'),
      'does not refuse unsafe settings',
    ],
    [open.length === 0, `shows a secret: ${open.map((one) => one.name).join(', ')}`],
    [spec?.strategy?.rollingUpdate?.maxUnavailable === 0, 'has no pod during an update'],
  ];
  return checks.flatMap(([holds, problem]) => (holds ? [] : [`${name} ${problem}`]));
};

/** The callers that the policy of a part lets in; null when it lets in everyone. */
const callersIn = ({ spec }: INetworkPolicy): readonly string[] | null => {
  const from = spec?.ingress?.flatMap((rule) => rule.from ?? [null]) ?? [];
  if (from.includes(null)) return null;
  return from.flatMap((peer) => peer?.podSelector?.matchLabels?.['app.kubernetes.io/name'] ?? []).sort();
};

const find = <K extends Manifest['kind']>(objects: readonly Manifest[], kind: K, name: string) =>
  objects.find((one): one is Manifest & { kind: K } => one.kind === kind && one.metadata?.name === name);

/** What manifests lack for the parts of the platform, a sentence for each. */
export const manifestProblems = (objects: readonly Manifest[], parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => {
    const { name } = part;
    const deployment = find(objects, 'Deployment', name);
    const policy = find(objects, 'NetworkPolicy', name);
    const service = find(objects, 'Service', name);
    const problems: string[] = deployment ? [...containerProblems(part, deployment)] : [`${name} is missing`];
    const given = new Set(deployment?.spec?.template.spec?.containers[0]?.env?.map((one) => one.name));
    const lacking = Object.keys(part.environment).filter(
      (key) => !given.has(key) && !/SANDBOX|_BASE_URL|GOOGLE_JWKS_URL|GOOGLE_SCRIPT_URL/.test(key),
    );
    if (lacking.length > 0) problems.push(`${name} is not given ${lacking.join(', ')}`);
    if (service?.spec?.ports?.[0]?.port !== portOf(name)) problems.push(`${name} has no address at its port`);
    if (!find(objects, 'PodDisruptionBudget', name)) problems.push(`${name} may lose all pods at once`);
    const callers = parts
      .filter((other) => calledBy(other).includes(name))
      .map((other): string => other.name)
      .sort();
    const admitted = policy && callersIn(policy);
    if (!policy || (name !== 'gateway' && `${admitted}` !== `${callers}`))
      problems.push(`${name} can be called by others than ${callers.join(', ')}`);
    if (!policy?.spec?.policyTypes?.includes('Egress')) problems.push(`${name} can call everywhere`);
    return problems;
  });
