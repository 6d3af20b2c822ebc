import { type ChildProcess, type ForkOptions, fork, spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Permissions of a confined process. Folders end with a slash; other paths are single files. */
export type Confinement = {
  /** Files and folders it may read, in addition to the code of this platform. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** The service whose code it runs, for example `library`. */
  readonly service: string;
  /** Native add-ons are not limited by Node's permissions, but by the sandbox of the system. */
  readonly addons?: boolean;
  readonly memoryMb: number;
  /** False only in tests of systems without a sandbox. */
  readonly useNamespace?: boolean;
};

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const guard = new URL('./no-network.ts', import.meta.url);

/** A network namespace without devices, and no privileges. From util-linux; Linux only. */
const UNSHARE = ['--user', '--map-current-user', '--net', '--'];

let namespaces: boolean | undefined;

/** True when this system allows network namespaces; containers often do not. Checked once. */
export const hasNetworkNamespaces = (): boolean => {
  namespaces ??=
    process.platform === 'linux' &&
    spawnSync('unshare', [...UNSHARE, process.execPath, '--version'], { stdio: 'ignore', timeout: 5_000 })
      .status === 0;
  return namespaces;
};

const allowed = (path: string): string => (path.endsWith('/') ? join(resolve(path), '*') : resolve(path));

/** Folders with code only: no secrets, no data and no settings. */
const codeOf = (service: string): string[] => [
  join(root, 'package.json'),
  join(root, 'node_modules/'),
  join(root, 'contracts/package.json'),
  join(root, 'contracts/src/'),
  join(root, 'services', service, 'package.json'),
  join(root, 'services', service, 'node_modules/'),
  join(root, 'services', service, 'src/'),
  `${dirname(fileURLToPath(guard))}/`,
  join(root, 'services/_chassis/src/archives/'),
  join(root, 'services/_chassis/package.json'),
];

/**
 * Starts a script in a process that can access only the given files, start no process and use no network. For parsers of
 * uploaded files, which could exploit the parser. The process gets no environment and no secrets.
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
