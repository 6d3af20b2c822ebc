import { readFileSync } from 'node:fs';
import { databaseName, envName, secretsOf, serviceNames, services } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { flagsOf } from './processes.ts';
import { listedFiles, withList } from './service-lists.ts';

const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');

/** The lines of one entry below `services:`, by indentation. */
const blockOf = (name: string): string => {
  const lines = compose.split('\n');
  const from = lines.indexOf(`  ${name}:`);
  const to = lines.findIndex((line, index) => index > from && /^ {0,2}\S/.test(line));
  return from < 0 ? '' : lines.slice(from, to < 0 ? undefined : to).join('\n');
};

it.each(Object.entries(services))('compose runs %s on the port the contracts name', (name, { port }) => {
  expect(blockOf(name)).toContain(`PORT: ${port}\n`);
  expect(blockOf(name)).toContain(`SERVICE: ${name}`);
});

it.each(serviceNames)('%s has a user and a database of its own in compose, and its secrets', (name) => {
  const block = blockOf(name);

  expect(block).toContain(`mongodb://${name}:\${${envName(name, 'PASSWORD')}:?`);
  expect(block).toContain(`authSource=${databaseName(name)}`);
  for (const secret of secretsOf(name)) expect(block).toContain(`${secret}: \${${secret}:?`);
});

it.each(Object.entries(services))('compose gives other services the URL of %s', (name, { port }) => {
  expect(compose).toContain(`${envName(name, 'URL')}: http://${name}:${port}`);
});

it.each(Object.entries(listedFiles))(
  '%s lists the services of the table; `npm run docs` prints it',
  (file, linesOf) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

    expect(withList(text, linesOf())).toBe(text);
  },
);

it.each(['gateway', 'sandbox', 'service'])('the image of %s lists no service by name', (image) => {
  const file = readFileSync(new URL(`../../docker/${image}.Dockerfile`, import.meta.url), 'utf8');
  const copied = [...file.matchAll(/^COPY .*services\/([^/ ]+)/gm)].map(([, folder]) => folder);

  expect(copied.filter((folder) => serviceNames.some((name) => name === folder))).toEqual([]);
});

/** The command of an image. */
const commandOf = (file: string): string[] => JSON.parse(/^CMD (\[.*\])$/m.exec(file)?.[1] ?? '[]');

/** A command of compose that several services share: the lines of a list. */
const sharedCommand = (name: string): string[] => {
  const lines = new RegExp(`^x-\\S+: &${name}\\n((?: {2}- .*\\n)+)`, 'm').exec(compose)?.[1] ?? '';
  return [...lines.matchAll(/- (.*)/g)].map(([, word = '']) => word);
};

it.each([...serviceNames, 'gateway'] as const)(
  '%s has the same Node flags in compose and in processes',
  (name) => {
    const image = name === 'gateway' ? 'gateway' : 'service';
    const file = readFileSync(new URL(`../../docker/${image}.Dockerfile`, import.meta.url), 'utf8');
    const own = /^ {4}command: \*(.*)$/m.exec(blockOf(name))?.[1];
    const command = own ? sharedCommand(own) : commandOf(file);

    expect(command.slice(0, -1)).toEqual(['node', '--enable-source-maps', ...flagsOf(name)]);
  },
);

it('MongoDB in compose is a replica set of one, made by its health check', () => {
  const block = blockOf('mongo');
  const script = readFileSync(new URL('../../docker/replica-set.js', import.meta.url), 'utf8');

  expect(block).toContain('hostname: mongo');
  expect(block).toMatch(/"--replSet",\s+"rs0"[\s\S]*"--keyFile",\s+"\/tmp\/replica-set.key"/);
  expect(block).toMatch(/test: .*mongosh.*replica-set\.js/);
  expect(script).toContain("rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] })");
});

it('compose publishes one port, on loopback unless BIND_ADDRESS is set', () => {
  const published = compose.split('\n').filter((line) => /^ *- ["']?[^"' ]*:\d+["']?$/.test(line));

  expect(published).toHaveLength(1);
  expect(published[0]).toMatch(/"\$\{BIND_ADDRESS:-127\.0\.0\.1\}:\$\{PORT:-8080\}:8080"/);
});

it('compose requires NODE_ENV', () => {
  const lines = compose.match(/NODE_ENV: .*/g) ?? [];

  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^NODE_ENV: \$\{NODE_ENV:\?/);
});

it('compose contains no secret', () => {
  const secrets = compose.match(/^ *\w*(SECRET|PASSWORD|PASS|KEY)\w*: .*$/gm) ?? [];

  expect(secrets.length).toBeGreaterThan(5);
  for (const line of secrets) expect(line).toMatch(/: \$\{[A-Z_]+(:\?|:-\}|:-$)/);
});

it('compose drops all capabilities and new privileges; own images have a read-only root', () => {
  expect(compose).toMatch(/x-hardened: &hardened[\s\S]*?cap_drop: \[ALL\][\s\S]*?no-new-privileges:true/);
  for (const name of [...Object.keys(services), 'gateway'])
    expect(blockOf(name), name).toContain('<<: *service');
  for (const name of ['sandbox', 'mongo', 'rabbitmq', 'redis'])
    expect(blockOf(name), name).toContain('<<: *hardened');
  expect(compose).toMatch(/x-service: &service\n {2}<<: \*hardened\n {2}read_only: true/);
});

it('compose nests no variable in the default of another: Compose 1 does not support it', () => {
  expect(compose).not.toMatch(/\$\{[^}]*\$\{/);
});

it('the seccomp profile allows one combination of new namespaces and no access to other processes', () => {
  const { defaultAction, syscalls } = JSON.parse(
    readFileSync(new URL('../../docker/seccomp-confined.json', import.meta.url), 'utf8'),
  ) as { defaultAction: string; syscalls: { names: string[]; action: string; args?: unknown }[] };
  const rulesOf = (name: string) => syscalls.filter(({ names }) => names.includes(name));

  expect(defaultAction).toBe('SCMP_ACT_ERRNO');
  // CLONE_NEWUSER | CLONE_NEWNET
  expect(rulesOf('unshare').map(({ args }) => args)).toEqual([
    [{ index: 0, value: 0x5000_0000, op: 'SCMP_CMP_EQ' }],
  ]);
  expect(rulesOf('clone').every(({ args }) => args !== undefined)).toBe(true);
  for (const name of ['mount', 'setns', 'ptrace', 'process_vm_readv', 'bpf', 'io_uring_setup', 'pidfd_getfd'])
    expect(rulesOf(name), name).toEqual([]);
});
