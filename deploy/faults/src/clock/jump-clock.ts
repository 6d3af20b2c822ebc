/**
 * Loaded before a process of the platform (`--import`): its wall clock follows the offset in a file, in milliseconds, and
 * jumps when the file changes. Timers and `performance.now()` go on, as when an operator or NTP sets the clock of a machine.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const LOOK_EVERY_MS = 50;
const RealDate = Date;
let offsetMs = 0;

const readOffset = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return offsetMs;
  }
};

const now = (): number => RealDate.now() + offsetMs;

const file = process.env.CLOCK_JUMP_FILE;
if (file) {
  offsetMs = readOffset(file);
  setInterval(() => {
    offsetMs = readOffset(file);
  }, LOOK_EVERY_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
