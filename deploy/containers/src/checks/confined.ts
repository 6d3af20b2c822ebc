import { docker } from '../docker.ts';
import type { Report } from '../report.ts';
import { requestAt } from '../shop.ts';
import { outside, type PartName, type Stack } from '../stack.ts';
import { probeText, runProbe } from './probe.ts';

const UNSHARE = ['unshare', '--user', '--map-current-user', '--net', '--'];
const FOLDER = '/tmp/probe';
const PREPARE = `mkdir -p ${FOLDER}/given ${FOLDER}/made && echo given > ${FOLDER}/given/book && echo other > ${FOLDER}/other && cat > ${FOLDER}/child.mts`;

const addressOf = async (stack: Stack, part: PartName, name: string): Promise<string> => {
  const { stdout } = await stack.exec(part, ['getent', 'ahostsv4', name]);
  return stdout.split(/\s/)[0] ?? '';
};

type Attempt = { readonly what: string; readonly at: string; readonly port?: number };
type Answer = Attempt & { readonly ok: boolean; readonly problem?: string };

/** A confined process as the service starts it: every network API of the standard library, by name and address. */
const checkScript = async (
  stack: Stack,
  report: Report,
  service: 'catalog' | 'library',
  targets: readonly { readonly host: string; readonly port: number }[],
): Promise<void> => {
  await stack.exec(service, ['sh', '-c', PREPARE], { input: probeText('confined-child') });
  const allowed: Attempt[] = [
    { what: 'read', at: `${FOLDER}/given/book` },
    { what: 'write', at: `${FOLDER}/made/page` },
  ];
  const files = ['/proc/self/environ', '/proc/1/environ', '/etc/passwd', '/etc/hosts', `${FOLDER}/other`];
  const refused: Attempt[] = [
    ...files.map((at) => ({ what: 'read', at })),
    ...['/data', '/tmp', '/app', '/proc'].map((at) => ({ what: 'list', at })),
    ...[`${FOLDER}/other`, `${FOLDER}/given/book`, '/data/written'].map((at) => ({ what: 'write', at })),
    ...targets.flatMap(({ host: at, port }) =>
      ['connect', 'fetch', 'datagram'].map((what) => ({ what, at, port })),
    ),
    { what: 'lookup', at: 'redis' },
  ];
  const { hasNamespace, answers } = await runProbe<{ hasNamespace: boolean; answers: Answer[] }>(
    stack,
    service,
    {
      name: 'confined',
      input: { service, folder: FOLDER, attempts: [...allowed, ...refused] },
    },
  );
  const wrong = answers.filter(({ ok }, index) => ok !== index < allowed.length);
  report.check(`${service}: a confined process has a network namespace of its own`, hasNamespace);
  report.check(
    `${service}: it reads and writes what it is given, nothing else, and connects to nothing`,
    wrong.length === 0,
    wrong,
  );
};

/** Protection against native code: the same namespace, without Node permissions and without the guard. */
const checkNative = async (
  stack: Stack,
  report: Report,
  service: 'catalog' | 'library',
  targets: readonly { readonly host: string; readonly port: number }[],
): Promise<void> => {
  const input = { addresses: targets, files: ['/proc/1/environ', '/proc/1/mem', '/proc/1/maps'] };
  type Found = { interfaces: string[]; answers: Record<string, string> };
  const apart = await runProbe<Found>(stack, service, { name: 'native', input, prefix: UNSHARE });
  const plain = await runProbe<Found>(stack, service, { name: 'native', input });
  const reached = Object.entries(apart.answers).filter(([, answer]) => answer === 'ok');
  report.check(
    `${service}: machine code in that namespace connects to no store, no service and not outside`,
    !reached.some(([name]) => name.startsWith('connect')),
    reached,
  );
  report.check(
    `${service}: machine code does not read the environment or memory of the service`,
    !reached.some(([name]) => name.startsWith('read')),
    reached,
  );
  report.check(
    `${service}: without the namespace the stores answer (the attempts are good ones)`,
    ['connect 6379', 'connect 5672', 'connect 27017'].every((name) => plain.answers[name] === 'ok'),
    plain.answers,
  );
  report.check(
    `${service}: the container itself has no way outside`,
    plain.answers[`connect ${outside.port}`] !== 'ok',
    plain.answers,
  );
};

/** The network namespace of each render worker, and last that of the service. */
const NAMESPACES =
  'for p in /proc/[0-9]*; do tr "\\0" " " <$p/cmdline | grep -q "worker-proces[s]" && readlink $p/ns/net; done; readlink /proc/1/ns/net';

/** The real render worker, inspected by a container that shares the process namespace of library. */
const checkWorker = async (stack: Stack, report: Report, book: string): Promise<void> => {
  await requestAt(`${stack.url}/api/ebooks/${book}/preview-pages/1?w=360`);
  const id = await stack.container('library');
  const image = await stack.inspect('library', '{{.Image}}');
  const besides = ['--network', 'none', '--pid', `container:${id}`, '--cap-add', 'SYS_PTRACE', '--user', '0'];
  const text = await docker(['run', '--rm', ...besides, '--entrypoint', 'sh', image, '-c', NAMESPACES]);
  const [worker, own] = text.split('\n');
  report.check(
    'library: the process that draws samples runs in a network namespace of its own',
    own !== undefined && worker !== own,
    text,
  );
};

export const checkConfined = async (stack: Stack, report: Report, book: string): Promise<void> => {
  const ports = { redis: 6379, rabbitmq: 5672, mongo: 27017, identity: 4001 };
  for (const service of ['library', 'catalog'] as const) {
    const inside = await Promise.all(
      Object.entries(ports).map(async ([name, port]) => ({
        host: await addressOf(stack, service, name),
        port,
      })),
    );
    const targets = [...inside, outside];
    await checkScript(stack, report, service, targets);
    await checkNative(stack, report, service, targets);
  }
  await checkWorker(stack, report, book);
};
