import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import type { Measured } from './metric.ts';

const print = (connection: string): void => void process.stdout.write(`${connection}\n`);
const cell = (value: number | null, width: number): string => String(value ?? '').padStart(width);

/** Prints a table, or one JSON line for each metric. */
export const openReport = (items: number, json: boolean) => {
  const note = (connection: string): void => {
    if (!json) print(connection);
  };
  note(`${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}, ${items} items`);
  note(
    `${'metric'.padEnd(18)}${'each s'.padStart(10)}${'p50 ms'.padStart(10)}${'p99 ms'.padStart(10)}${'cpu µs'.padStart(9)}${'MB'.padStart(7)}${'load'.padStart(7)}`,
  );
  return {
    note: (connection: string): void => note(`  ${connection}`),
    add: (one: Measured): void => {
      const { metric, rps, p50, p99, cpuUs, partsUs, partsMB, generatorUs, rssMB, errors } = one;
      if (json) {
        print(
          JSON.stringify({
            metric,
            items,
            rps,
            p50,
            p99,
            rssMB,
            partsMB,
            cpuUs,
            partsUs,
            generatorUs,
            ...(errors ? { errors } : {}),
          }),
        );
        return;
      }
      const load = Number(loadavg()[0]?.toFixed(1) ?? 0);
      print(
        `${metric.padEnd(18)}${cell(rps, 10)}${cell(p50, 10)}${cell(p99, 10)}${cell(cpuUs, 9)}${cell(rssMB, 7)}${cell(load, 7)}${errors ? `  ${errors} wrong answers` : ''}`,
      );
    },
  };
};
