/** What the site says of the run, whatever event is open (storefront §9). */
const KNOWN = [
  'You run, walk, cycle or wheel wherever you are, and log your distance.',
  'Registration costs between ₹300 and ₹5,000, as you choose, and closes at the end of 9 December 2026.',
  'Afterwards you get your own fundraising page, campaign materials, community support and training sessions.',
  'The money saves queer Indian stories for the archive.',
].join(' ');

/** The words about the run. */
export type RunInfo = () => Promise<string>;

export const createRunInfo = (): RunInfo => async () => KNOWN;
