import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { readComposeFile } from '../compose-file.ts';
import type { Report } from '../report.ts';
import { outside, ownParts, type PartName, type Stack, stores } from '../stack.ts';

/** Networks of compose that lead outside. */
const WAYS_OUT = ['front', 'providers'];
const WRITABLE_ROOT = new Set<PartName>(['mongo', 'rabbitmq']);

const checkProcess = async (stack: Stack, report: Report, part: PartName): Promise<void> => {
  const status = await stack.exec(part, [
    'grep',
    '-hE',
    '^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):',
    '/proc/1/status',
  ]);
  const field = (name: string): string[] =>
    status.stdout
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(/\s+/)
      .slice(1) ?? [];
  const isUser = field('Uid').length > 0 && field('Uid').every((uid) => uid !== '0');
  const isBare = [...field('CapEff'), ...field('CapBnd')].every((set) => /^0+$/.test(set));
  const isFiltered = field('NoNewPrivs')[0] === '1' && field('Seccomp')[0] === '2';
  report.check(
    `${part}: not root, no capabilities, no new privileges, filtered system calls`,
    isUser && isBare && isFiltered,
    status.stdout || status.stderr,
  );
};

const checkRoot = async (stack: Stack, report: Report, part: PartName): Promise<void> => {
  const isReadOnly = (await stack.inspect(part, '{{.HostConfig.ReadonlyRootfs}}')) === 'true';
  const expected = stack.embeddedStore && part === 'mongo' ? true : !WRITABLE_ROOT.has(part);
  const write = await stack.exec(part, ['sh', '-c', 'touch /var/tmp/probe && rm /var/tmp/probe']);
  report.check(
    `${part}: its root is ${expected ? 'read-only' : 'writable'}`,
    isReadOnly === expected && (write.code !== 0) === expected,
    write.stderr,
  );
};

const reaches = async (stack: Stack, part: PartName): Promise<boolean> => {
  const { host, port } = outside;
  const open = ['timeout', '5', 'bash', '-c', `exec 3<>/dev/tcp/${host}/${port}`];
  return (await stack.exec(part, open)).code === 0;
};

/** Connects to an internet address. Every container has a route, so only an attempt shows whether it is blocked. */
const checkNetworks = async (stack: Stack, report: Report): Promise<void> => {
  if (!(await reaches(stack, 'payments')))
    return report.skip(
      'ways out',
      `this machine has no way to ${outside.host}; TEST_OUTSIDE names another address`,
    );
  const { services } = readComposeFile();
  for (const part of [...ownParts, ...stores]) {
    const expected = services[part]?.networks?.some((network) => WAYS_OUT.includes(network)) === true;
    report.check(
      `${part}: ${expected ? 'reaches' : 'does not reach'} ${outside.host}`,
      (await reaches(stack, part)) === expected,
    );
  }
};

const checkPorts = async (stack: Stack, report: Report): Promise<void> => {
  const published: string[] = [];
  for (const part of [...ownParts, ...stores]) {
    const ports: Record<string, { HostIp: string; HostPort: string }[] | null> = JSON.parse(
      await stack.inspect(part, '{{json .NetworkSettings.Ports}}'),
    );
    for (const binding of Object.values(ports).flatMap((list) => list ?? []))
      published.push(`${part} ${binding.HostIp}:${binding.HostPort}`);
  }
  report.check(
    'only the gateway publishes a port, on 127.0.0.1',
    published.join() === `gateway 127.0.0.1:${stack.port}`,
    published,
  );
};

const opens = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });

/** From this machine: its other addresses do not answer, 127.0.0.1 does. */
const checkAddresses = async (stack: Stack, report: Report): Promise<void> => {
  const others = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  );
  const open: string[] = [];
  for (const address of others) if (await opens(address, stack.port)) open.push(address);
  report.check(
    `the gateway answers at 127.0.0.1 and at none of ${others.length} other addresses`,
    (await opens('127.0.0.1', stack.port)) && open.length === 0,
    open,
  );
};

/** The effective settings of each container, inspected from inside and outside. */
export const checkHardening = async (stack: Stack, report: Report): Promise<void> => {
  await checkPorts(stack, report);
  await checkAddresses(stack, report);
  for (const part of [...ownParts, ...stores]) {
    await checkProcess(stack, report, part);
    await checkRoot(stack, report, part);
  }
  await checkNetworks(stack, report);
};
