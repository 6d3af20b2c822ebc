import { readText } from '../compose-file.ts';
import { docker } from '../docker.ts';
import { type LockedPackages, packagesOf } from '../locked-packages.ts';
import type { Report } from '../report.ts';
import { ownParts, type PartName, type Stack } from '../stack.ts';

/** Expected contents of /app in each image, besides node_modules and package.json. */
const foldersOf = (part: PartName): readonly string[] => {
  if (part === 'sandbox') return ['deploy/sandbox'];
  if (part === 'gateway') return ['admin-web/dist', 'contracts', 'gateway', 'services/_chassis', 'web/dist'];
  return ['contracts', 'main.ts', 'services/_chassis', `services/${part}`];
};
const UNWANTED =
  /(\.test\.tsx?|\.spec\.ts|\.env[^/]*|\.pem|\.key|\.p12|\.pfx|\/id_rsa|package-lock\.json|\.npmrc)$|\/(test|bench|testing|\.git|\.data|\.cache)\//;
/** The folder of dependencies of an image, at most. */
const DEPENDENCIES_MB = 200;

const { packages: locked } = JSON.parse(readText('package-lock.json')) as { packages: LockedPackages };
const workspacesOf = (part: PartName): readonly string[] => {
  if (part === 'sandbox') return ['deploy/sandbox'];
  return [part === 'gateway' ? 'gateway' : `services/${part}`, 'services/_chassis', 'contracts'];
};

/** Every package of the image is one that the part needs by the lock file; build, check and test tools are none of them. */
const checkPackages = (part: PartName, found: readonly string[], report: Report): void => {
  const needed = packagesOf(locked, workspacesOf(part));
  const strange = found.filter((name) => !name.includes('/@satrangi/') && !needed.has(name));
  report.check(
    `${part}: ${found.length} packages, each needed by it`,
    strange.length === 0 && found.length > 10,
    strange,
  );
};

const checkFiles = async (part: PartName, image: string, report: Report): Promise<void> => {
  const find =
    'find . -path ./node_modules -prune -o \\( -type f -o -type l \\) -print; echo; ls -d node_modules/[!@]* node_modules/@*/*; echo; du -sm node_modules';
  const text = await docker([
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    'sh',
    '--workdir',
    '/app',
    image,
    '-c',
    find,
  ]);
  const [files = [], packages = [], size = []] = text.split('\n\n').map((list) => list.split('\n'));
  const strange = files.filter(
    (file) =>
      UNWANTED.test(file) ||
      !['package.json', ...foldersOf(part)].some(
        (folder) => file === `./${folder}` || file.startsWith(`./${folder}/`),
      ),
  );
  // npm needs the manifests of workspaces; a service has no files of another one.
  report.check(
    `${part}: ${files.length} files of its own in the image, no test, no secret, no other part`,
    strange.length === 0,
    strange.slice(0, 20),
  );
  checkPackages(part, packages, report);
  const megabytes = Number.parseInt(size[0] ?? '', 10);
  report.check(
    `${part}: ${megabytes} MB of dependencies, at most ${DEPENDENCIES_MB}`,
    megabytes <= DEPENDENCIES_MB,
    megabytes,
  );
};

/** The file lists, users and settings of the images that were built. */
export const checkImages = async (stack: Stack, report: Report): Promise<void> => {
  for (const part of ownParts) {
    const image = await stack.inspect(part, '{{.Image}}');
    await checkFiles(part, image, report);
    const { User, Env = [] } = JSON.parse(
      await docker(['image', 'inspect', '--format', '{{json .Config}}', image]),
    );
    const secrets = (Env as string[]).filter((line) => /SECRET|PASSWORD|TOKEN|_KEY/.test(line));
    report.check(
      `${part}: the image runs as node and holds no secret`,
      User === 'node' && secrets.length === 0,
      { User, secrets },
    );
  }
};
