/** SHA-256 (FIPS 180-4), here because `crypto.subtle` is missing on plain http and slow for many short texts. */
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
const words = new Int32Array(64);

const mix = (state: Int32Array, view: DataView, at: number): void => {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + value) | 0;
};

/** The digest of ASCII text as eight 32-bit words. */
export const sha256 = (text: string): Int32Array => {
  const blocks = Math.ceil((text.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, text.length * 8);
  const state = START.slice();
  for (let at = 0; at < bytes.length; at += 64) mix(state, view, at);
  return state;
};

const leadingZeroBits = (digest: Int32Array): number => {
  const at = digest.findIndex((word) => word !== 0);
  return at === -1 ? 256 : at * 32 + Math.clz32(digest[at] ?? 0);
};

const TURN_MS = 12;

/**
 * Finds the answer to a challenge of the server: the first number whose digest with it begins with `bits` zero bits.
 * Works in short turns, so that the page stays usable.
 */
export const solveChallenge = async (challenge: string, bits: number): Promise<string> => {
  let answer = 0;
  for (;;) {
    for (const end = performance.now() + TURN_MS; performance.now() < end; )
      for (let i = 0; i < 50; i += 1, answer += 1)
        if (leadingZeroBits(sha256(`${challenge}:${answer}`)) >= bits) return String(answer);
    await new Promise((resolve) => setTimeout(resolve));
  }
};
