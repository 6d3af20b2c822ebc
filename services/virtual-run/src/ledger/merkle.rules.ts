import { createHash } from 'node:crypto';
import type { LedgerLeaf } from '@satrangi/contracts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type PathStep = { readonly side: 'left' | 'right'; readonly hash: string };

export const leafHash = ({ id, minor, state }: LedgerLeaf): string => sha256(`leaf:${id}:${minor}:${state}`);
/** The id of a leaf: a commitment to a receipt number that only a proof opens. */
export const commitment = (salt: string, receipt: string): string => sha256(`${salt}:${receipt}`);
const EMPTY = sha256('empty');

const levelAbove = (level: readonly string[]): string[] => {
  const above: string[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = EMPTY, right] = [level[at], level[at + 1]];
    above.push(right === undefined ? left : sha256(`node:${left}:${right}`));
  }
  return above;
};

/** The Merkle root of leaves in their order. */
export const merkleRoot = (leaves: readonly LedgerLeaf[]): string => {
  let level = leaves.map(leafHash);
  while (level.length > 1) level = levelAbove(level);
  return level[0] ?? EMPTY;
};

/** The hashes beside the way from a leaf to the root, from the bottom. */
export const merklePath = (leaves: readonly LedgerLeaf[], index: number): PathStep[] => {
  const path: PathStep[] = [];
  let level = leaves.map(leafHash);
  for (let at = index; level.length > 1; at = Math.floor(at / 2)) {
    const isLeft = at % 2 === 0;
    const hash = level[isLeft ? at + 1 : at - 1];
    if (hash !== undefined) path.push({ side: isLeft ? 'right' : 'left', hash });
    level = levelAbove(level);
  }
  return path;
};
