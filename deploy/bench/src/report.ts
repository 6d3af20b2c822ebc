import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import type { Measured } from './metric.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cell = (value: number | null, width: number): string => String(value ?? '').padStart(width);

/** Lines for people, or one JSON line for each metric. */
export const openReport = (items: number, json: boolean) => {
  const note = (line: string): void => {
    if (!json) say(line);
  };
  note(`${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}, ${items} items`);
  note(
    `${'metric'.padEnd(18)}${'each s'.padStart(10)}${'p50 ms'.padStart(10)}${'p99 ms'.padStart(10)}${'cpu µs'.padStart(9)}${'MB'.padStart(7)}${'load'.padStart(7)}`,
  );
  return {
    note: (line: string): void => note(`  ${line}`),
    add: (one: Measured): void => {
      const { metric, rps, p50, p99, cpuUs, partsUs, generatorUs, rssMB, errors } = one;
      if (json) {
        say(
          JSON.stringify({
            metric,
            items,
            rps,
            p50,
            p99,
            rssMB,
            cpuUs,
            partsUs,
            generatorUs,
            ...(errors ? { errors } : {}),
          }),
        );
        return;
      }
      const load = Number(loadavg()[0]?.toFixed(1) ?? 0);
      say(
        `${metric.padEnd(18)}${cell(rps, 10)}${cell(p50, 10)}${cell(p99, 10)}${cell(cpuUs, 9)}${cell(rssMB, 7)}${cell(load, 7)}${errors ? `  ${errors} wrong answers` : ''}`,
      );
    },
  };
};
