/**
 * Finds import cycles between slices: the folders directly under `src/` of one service. A cycle between two folders
 * means that neither can be understood, tested or moved without the other. Module cycles are a rule of
 * dependency-cruiser; slices can form a cycle without one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const isCode = (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts');

/** slice → slices that it imports → one file that does; of the files below `src` */
const importsOf = (src) => {
  const graph = new Map();
  for (const entry of readdirSync(src, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const [slice, ...rest] = path.relative(src, file).split(path.sep);
    if (!entry.isFile() || !isCode(entry.name) || rest.length === 0) continue;
    const targets = graph.get(slice) ?? new Map();
    graph.set(slice, targets);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const [target, ...inner] = path
        .relative(src, path.resolve(path.dirname(file), fileName))
        .split(path.sep);
      if (inner.length > 0 && target !== '..' && target !== slice && !targets.has(target))
        targets.set(target, path.relative(src, file));
    }
  }
  return graph;
};

/** A shortest way from a slice back to itself, or undefined. */
const cycleFrom = (graph, start) => {
  const queue = [[start]];
  const seen = new Set();
  for (let way = queue.shift(); way; way = queue.shift())
    for (const next of graph.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  return undefined;
};

/** @returns one line for each cycle, with the file behind each import; and the number of slices seen */
export const sliceCycles = (root) => {
  const found = new Map();
  let slices = 0;
  const services = readdirSync(path.join(root, 'services')).filter((name) => !name.startsWith('_'));
  for (const service of services) {
    const folder = `services/${service}/src`;
    const graph = importsOf(path.join(root, folder));
    slices += graph.size;
    for (const slice of graph.keys()) {
      const cycle = cycleFrom(graph, slice);
      if (!cycle) continue;
      const files = cycle.slice(1).map((next, at) => graph.get(cycle[at]).get(next));
      const key = [service, ...new Set(cycle)].toSorted().join();
      if (!found.has(key)) found.set(key, `${folder}: ${cycle.join(' → ')} (${files.join(', ')})`);
    }
  }
  return { lines: [...found.values()], slices };
};
