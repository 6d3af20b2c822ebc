import { badValue } from '../errors.ts';
import { binaryOf, integerOf } from '../kinds.ts';
import { kindOf, numberOf } from '../values.ts';

const positionsInBytes = (bytes: Uint8Array): bigint[] => {
  const positions: bigint[] = [];
  for (const [index, byte] of bytes.entries())
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) positions.push(BigInt(index * 8 + bit));
  return positions;
};

const positionsInMask = (mask: bigint): bigint[] => {
  const positions: bigint[] = [];
  for (let bit = 0n; bit < 64n; bit++) if ((mask >> bit) & 1n) positions.push(bit);
  return positions;
};

/** Bits named by a list of positions, a binary mask or an integer mask. */
const maskOf = (operand: unknown): bigint[] => {
  if (Array.isArray(operand))
    return operand.map((position) => {
      const bit = integerOf(position);
      if (bit === undefined || bit < 0n) throw badValue('bit positions must be >= 0');
      return bit;
    });
  const binary = binaryOf(operand);
  if (binary) return positionsInBytes(binary.bytes);
  const mask = kindOf(operand) === 'number' ? integerOf(operand) : undefined;
  if (mask === undefined || mask < 0n) throw badValue('bit mask must be a non-negative integer');
  return positionsInMask(mask);
};

/** The bits of a stored value; numbers are sign-extended infinitely. */
const bitsOf = (value: unknown): ((position: bigint) => boolean) | undefined => {
  const binary = binaryOf(value);
  if (binary) {
    const set = new Set(positionsInBytes(binary.bytes));
    return (position) => set.has(position);
  }
  if (kindOf(value) !== 'number' || !Number.isInteger(numberOf(value))) return undefined;
  const integer = integerOf(value);
  if (integer === undefined) return undefined;
  return (position) => ((integer >> (position > 63n ? 63n : position)) & 1n) === 1n;
};

export const bitsTest = (operator: string, operand: unknown): ((value: unknown) => boolean) => {
  const mask = maskOf(operand);
  const wantsSet = operator.endsWith('Set');
  const wantsAny = operator.startsWith('$bitsAny');
  return (value) => {
    const isSet = bitsOf(value);
    if (!isSet) return false;
    const holds = (position: bigint): boolean => isSet(position) === wantsSet;
    return wantsAny ? mask.some(holds) : mask.every(holds);
  };
};
