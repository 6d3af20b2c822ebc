const starts = [
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  ' =',
  '\u00a0+',
  '＝',
  '＠',
  "'",
  '"',
  '"=',
  ',',
  ';',
  '\r\n=',
  '\uFEFF=',
];
const middles = [
  'Asha',
  'बरसात',
  'நிலா',
  'شام',
  '1+1',
  'HYPERLINK("https://evil.example";"Open")',
  "cmd|' /C calc'!A0",
  'SUM(A1:A9)',
  '👩🏽‍🎤',
  '',
];
const ends = ['', '"', ',', '\n', '\r\n=1', "'", ' ', '"",=1', '\t@', '\u202e'];

/** Names that try to leave their cell or to become a formula; each combination of a start, a middle and an end, counted up. */
export const hostileNames = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const pick = (list: readonly string[], part: number): string => list[part % list.length] ?? '';
    const [start, middle] = [pick(starts, n), pick(middles, Math.floor(n / starts.length))];
    const end = pick(ends, Math.floor(n / (starts.length * middles.length)));
    return `${start}${middle}${end}${n >= starts.length * middles.length * ends.length ? n : ''}`;
  });
