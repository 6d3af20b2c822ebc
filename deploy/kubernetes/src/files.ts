import { stringify } from 'yaml';
import { manifests, secretKeys, settingKeys } from './manifests.ts';

const PRINTED = '# Printed by `npm run docs` from docker-compose.yml and contracts/src/services.ts';

/** `base`, and the list of what a cluster has to be given: file name below `deploy/kubernetes` → text. */
export const manifestFiles = (): Readonly<Record<string, string>> => {
  const bases = manifests();
  const names = Object.keys(bases).sort();
  const secrets = secretKeys().map(([part, keys]) => {
    const listOf = (isOptional: boolean): string =>
      keys
        .filter((source) => source.kind === 'secret' && source.isOptional === isOptional)
        .map(({ name }) => `\`${name}\``)
        .join(', ');
    return `| \`satrangi-${part}\` | ${listOf(false)} | ${listOf(true)} |`;
  });
  return {
    ...Object.fromEntries(
      Object.entries(bases).map(([name, objects]) => [
        `base/${name}.yaml`,
        [PRINTED, ...objects.map((object) => stringify(object, { lineWidth: 0 }))]
          .join('\n---\n')
          .replace('\n---', ''),
      ]),
    ),
    'base/kustomization.yaml': `${PRINTED}\n${stringify({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'satrangi',
      resources: ['namespace.yaml', ...names.map((name) => `${name}.yaml`)],
    })}`,
    'SETTINGS.md': [
      '# What a cluster has to be given',
      '',
      'Printed by `npm run docs`.',
      '',
      '## Secrets',
      '',
      '| Secret | Keys | Optional keys |',
      '| --- | --- | --- |',
      ...secrets,
      '',
      '## Keys of the ConfigMap `satrangi-config`',
      '',
      settingKeys()
        .map((key) => `\`${key}\``)
        .join(', '),
      '',
    ].join('\n'),
  };
};
