import { envName, secretsOf, serviceNames, services } from '@satrangi/contracts';

/**
 * Generated lists of services in `docker-compose.yml` and its example settings. Each is between two marker lines;
 * `npm run docs` generates it from the table of services.
 */
const BEGIN = '# Printed by `npm run docs` from contracts/src/services.ts';
const END = '# End of what is printed.';

const passwords = serviceNames.map((name) => envName(name, 'PASSWORD'));

const composeLists = (): string[] => [
  'x-gateway-needs: &gateway-needs',
  ...[...serviceNames, 'redis'].map((name) => `  ${name}: { condition: service_healthy }`),
  'x-addresses: &addresses',
  ...serviceNames.map((name) => `  ${envName(name, 'URL')}: http://${name}:${services[name].port}`),
  'x-passwords: &passwords',
  ...passwords.map((name) => `  ${name}: \${${name}:?set it in .env}`),
];

const settings = (): string[] => [
  ...serviceNames.flatMap(secretsOf).map((name) => `${name}=`),
  ...passwords.map((name) => `${name}=`),
];

/** The files with such a list, by their path from the root. */
export const listedFiles: Readonly<Record<string, () => string[]>> = {
  'docker-compose.yml': composeLists,
  'deploy/docker/env.example': settings,
};

/** The text of a file with its regenerated list. @throws Error when the marker lines are missing */
export const withList = (text: string, lines: readonly string[]): string => {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`no list between '${BEGIN}' and '${END}'`);
  const from = text.indexOf('\n', begin) + 1;
  return `${text.slice(0, from)}${lines.map((line) => `${line}\n`).join('')}${text.slice(end)}`;
};
