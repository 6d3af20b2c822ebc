/** SHA-256 (FIPS 180-4), here because `crypto.subtle` is missing on plain http and slow for many short texts. */
const primes = (count: number): number[] => {
  const result: number[] = [];
  for (let n = 2; result.length < count; n += 1) if (result.every((prime) => n % prime !== 0)) result.push(n);
  return result;
};
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL_STATE = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const rotateRight = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
const schedule = new Int32Array(64);

const compress = (state: Int32Array, view: DataView, at: number): void => {
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const w15 = schedule[i - 15] ?? 0;
    const w2 = schedule[i - 2] ?? 0;
    const s0 = rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3);
    const s1 = rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10);
    schedule[i] = ((schedule[i - 16] ?? 0) + s0 + (schedule[i - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
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
  const state = INITIAL_STATE.slice();
  for (let at = 0; at < bytes.length; at += 64) compress(state, view, at);
  return state;
};

const leadingZeroBits = (digest: Int32Array): number => {
  const at = digest.findIndex((word) => word !== 0);
  return at === -1 ? 256 : at * 32 + Math.clz32(digest[at] ?? 0);
};

const SLICE_MS = 12;

/**
 * Solves a proof-of-work challenge: the first number whose digest with it begins with `bits` zero bits. Works in
 * short slices, so that the page stays responsive.
 */
export const solveChallenge = async (challenge: string, bits: number): Promise<string> => {
  let nonce = 0;
  for (;;) {
    for (const end = performance.now() + SLICE_MS; performance.now() < end; )
      for (let i = 0; i < 50; i += 1, nonce += 1)
        if (leadingZeroBits(sha256(`${challenge}:${nonce}`)) >= bits) return String(nonce);
    await new Promise((resolve) => setTimeout(resolve));
  }
};
