/** How many slices can be told apart; a seventh repeats the first. */
const COUNT = 6;

/** The fill of the n-th slice or bar: a pigment with a pattern of its own, so that colour carries nothing alone. */
export const patternOf = (index: number): string => `url(#pattern-${index % COUNT})`;

const light = { stroke: '#fff', opacity: 0.75, fill: 'none' } as const;
const dark = { stroke: 'var(--on-haldi)', opacity: 0.75, fill: 'none' } as const;

const marks = [
  null,
  <circle key="dots" cx="4" cy="4" r="1.6" fill="var(--on-haldi)" opacity="0.75" />,
  <path key="slant" d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6" strokeWidth="1.6" {...light} />,
  <path key="grid" d="M0 4H8M4 0V8" strokeWidth="1.4" {...dark} />,
  <path key="lines" d="M0 4H8" strokeWidth="2" {...light} />,
  <path key="cross" d="M0 0L8 8M8 0L0 8" strokeWidth="1.4" {...dark} />,
];

/** The patterns, once in a tab with charts. */
export function ChartPatterns() {
  return (
    <svg width="0" height="0" className="vh" aria-hidden="true" focusable="false">
      <defs>
        {marks.map((mark, index) => (
          <pattern
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            key={index}
            id={`pattern-${index}`}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
          >
            <rect width="8" height="8" fill={`var(--chart-${index + 1})`} />
            {mark}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A small square with the fill of a slice, for the row of a table. */
export function PatternKey({ index, className }: { index: number; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 18 18"
      width="18"
      height="18"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="18" height="18" fill={patternOf(index)} />
    </svg>
  );
}
