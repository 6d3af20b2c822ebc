import { type ChildProcess, type ForkOptions, fork, spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a confined process is given. Folders end with a slash; other paths are single files. */
export type Confinement = {
  /** Files and folders it may read, beside the code of this platform. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** The service whose code it runs, for example `library`. */
  readonly service: string;
  /** Native add-ons run outside of Node's permissions; the system's sandbox still holds. */
  readonly addons?: boolean;
  readonly memoryMb: number;
  /** False only in tests of what holds where the system offers no sandbox. */
  readonly useNamespace?: boolean;
};

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const guard = new URL('./no-network.ts', import.meta.url);

/** A network of its own, without any device, and no rights over the system. From util-linux; Linux only. */
const UNSHARE = ['--user', '--map-current-user', '--net', '--'];

let namespaces: boolean | undefined;

/** Whether this system lets a process leave the network; containers often do not. Found out once. */
export const hasNetworkNamespaces = (): boolean => {
  namespaces ??=
    process.platform === 'linux' &&
    spawnSync('unshare', [...UNSHARE, process.execPath, '--version'], { stdio: 'ignore', timeout: 5_000 })
      .status === 0;
  return namespaces;
};

const allowed = (path: string): string => (path.endsWith('/') ? join(resolve(path), '*') : resolve(path));

/** Code is public and holds no secrets; data, settings and other people's files are not in these folders. */
const codeOf = (service: string): string[] => [
  join(root, 'package.json'),
  join(root, 'node_modules/'),
  join(root, 'contracts/package.json'),
  join(root, 'contracts/src/'),
  join(root, 'services', service, 'package.json'),
  join(root, 'services', service, 'node_modules/'),
  join(root, 'services', service, 'src/'),
  `${dirname(fileURLToPath(guard))}/`,
  join(root, 'services/_chassis/package.json'),
];

/**
 * Starts a script in a process that reads and writes only what it is given, starts no other process and has no network:
 * for files from outside that could take over the code that reads them. It gets no environment and no secrets.
 */
export const forkConfined = (
  script: URL,
  { read = [], write = [], service, addons = false, memoryMb, useNamespace = true }: Confinement,
  options: Omit<ForkOptions, 'env' | 'execArgv' | 'execPath'> = {},
): ChildProcess => {
  const flags = [
    `--max-old-space-size=${memoryMb}`,
    '--permission',
    ...(addons ? ['--allow-addons'] : []),
    ...[...codeOf(service), ...read].map((path) => `--allow-fs-read=${allowed(path)}`),
    ...write.map((path) => `--allow-fs-write=${allowed(path)}`),
    `--import=${guard.href}`,
  ];
  const isApart = useNamespace && hasNetworkNamespaces();
  return fork(fileURLToPath(script), {
    ...options,
    env: isApart ? { PATH: process.env.PATH } : {},
    execPath: isApart ? 'unshare' : process.execPath,
    execArgv: isApart ? [...UNSHARE, process.execPath, ...flags] : flags,
  });
};
