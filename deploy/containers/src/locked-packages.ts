type Locked = {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
/** The field `packages` of package-lock.json: by path, workspaces by their folder. */
export type LockedPackages = Readonly<Record<string, Locked>>;

/** The path at which Node finds a package from a folder: the nearest `node_modules` above. */
const resolve = (packages: LockedPackages, from: string, name: string): string | null => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[at];
    if (found) return found.link ? (found.resolved ?? null) : at;
    if (folder === '') return null;
  }
};

/**
 * The packages that workspaces need at run time, by the lock file.
 * @param folders of workspaces: `services/library`
 * @returns paths as in the lock file, the workspaces among them
 */
export const packagesOf = (packages: LockedPackages, folders: readonly string[]): ReadonlySet<string> => {
  const needed = new Set<string>();
  const waiting = [...folders];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = resolve(packages, path, name);
      if (at !== null) waiting.push(at);
    }
  }
  return needed;
};
