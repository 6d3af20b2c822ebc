/**
 * Lists the files of production images from the Dockerfiles and `.dockerignore`, and finds forbidden ones: tests, test
 * helpers, mutations of negative controls, and code that behaves differently in tests (decision 0055).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PRODUCTION = ['service.Dockerfile', 'gateway.Dockerfile'];

const strayFile = /(^|\/)(test|testing|mutations)\/|\.test\.tsx?$|(^|\/)testing\.ts$|(^|\/)deploy\/faults\//;
const strayText = [
  /\bSAFETY_OFF\b|\bMUTATIONS\b/,
  /\b(isOff|setSafety|believed)\(/,
  /\bnode_?env\b['"\]]*\s*[!=]==?\s*['"]test['"]/i,
];
/** Failpoints: kill the process at a named line, armed only in tests. */
const exempt = new Set(['services/_chassis/src/base/failpoint.ts']);

/** The patterns of `.dockerignore` as a predicate over paths from the root. @throws Error for patterns with `!` */
const ignoredBy = (root) => {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (patterns.some((pattern) => pattern.startsWith('!')))
    throw new Error('.dockerignore: exceptions with ! are not understood here');
  return (file) => patterns.some((pattern) => path.posix.matchesGlob(file, pattern));
};

const SERVICE = /\$\{SERVICE\}/;

/** Sources of the COPY lines of the last stage; the build argument SERVICE becomes each service. */
const copiedBy = (dockerfile, services) =>
  dockerfile
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .at(-1)
    .split('\n')
    .filter((line) => /^(COPY|ADD)\s/.test(line) && !/\s--from=/.test(line))
    .flatMap((line) =>
      line
        .split(/\s+/)
        .slice(1)
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1),
    )
    .flatMap((source) =>
      SERVICE.test(source) ? services.map((name) => source.replace(SERVICE, name)) : [source],
    );

/** @returns the paths of all files in production images, from the root, sorted */
export const imageFiles = (root) => {
  const isIgnored = ignoredBy(root);
  const found = new Set();
  const visit = (file) => {
    if (isIgnored(file)) return;
    const entries = (() => {
      try {
        return readdirSync(path.join(root, file), { withFileTypes: true });
      } catch {
        return null;
      }
    })();
    if (entries === null) found.add(file);
    else for (const { name } of entries) visit(path.posix.join(file, name));
  };
  const services = readdirSync(path.join(root, 'services')).filter((name) => !name.startsWith('_'));
  for (const name of PRODUCTION) {
    const dockerfile = readFileSync(path.join(root, 'deploy/docker', name), 'utf8');
    for (const source of copiedBy(dockerfile, services)) visit(path.posix.normalize(source));
  }
  return [...found].sort();
};

/** @returns one line for each file that must not be in a production image */
export const imageViolations = (root, files = imageFiles(root)) =>
  files.flatMap((file) => {
    if (strayFile.test(file)) return [`${file}: a test`];
    if (exempt.has(file) || !/\.(ts|mjs|js)$/.test(file)) return [];
    const text = readFileSync(path.join(root, file), 'utf8');
    const stray = strayText.find((pattern) => pattern.test(text));
    return stray ? [`${file}: a variant for tests (${stray.exec(text)[0]})`] : [];
  });
