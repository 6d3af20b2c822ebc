import { bytesOf, readComposeFile } from '../compose-file.ts';
import { docker } from '../docker.ts';
import type { Report } from '../report.ts';
import { ownParts, type Stack, stores } from '../stack.ts';

type HostConfig = {
  readonly Memory: number;
  readonly NanoCpus: number;
  readonly PidsLimit: number;
  readonly Init: boolean | null;
};

/** Init processes of engines, by the name of the first process of a container. */
const INIT = /^(docker-init|tini|catatonit)$/;

/** The engine applies the limits of compose, and what each part takes of them. */
export const checkLimits = async (stack: Stack, report: Report): Promise<void> => {
  const { services } = readComposeFile();
  for (const part of [...ownParts, ...stores]) {
    const { mem_limit: memory = '0m', cpus = 0, pids_limit: pids, init } = services[part] ?? {};
    const config: HostConfig = JSON.parse(await stack.inspect(part, '{{json .HostConfig}}'));
    const first = (await stack.exec(part, ['cat', '/proc/1/comm'])).stdout.trim();
    report.check(
      `${part}: at most ${memory} of memory, ${cpus} CPU and ${pids} processes, ${init ? 'an' : 'no'} init process`,
      config.Memory === bytesOf(memory) &&
        config.NanoCpus === cpus * 1e9 &&
        config.PidsLimit === pids &&
        INIT.test(first) === init,
      { ...config, first },
    );
  }
};

/** Prints what each container takes now. */
export const noteUsage = async (stack: Stack, report: Report): Promise<void> => {
  for (const part of [...ownParts, ...stores]) {
    const format = '{{.MemUsage}}, {{.PIDs}} processes and threads';
    const usage = await docker(['stats', '--no-stream', '--format', format, await stack.container(part)]);
    report.note(`${part} takes ${usage}`);
  }
};
