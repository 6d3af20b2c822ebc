/** Stacks of books from left to right: colours from the ground up, and how far each book sticks out. */
const stacks = [
  [['firoza', 0]],
  [
    ['gulmohar', -4],
    ['neem', 5],
  ],
  [
    ['anaar', 3],
    ['haldi', -6],
    ['firoza', 2],
  ],
  [
    ['neem', 0],
    ['neel', -5],
    ['gulmohar', 6],
    ['anaar', -2],
  ],
  [
    ['haldi', 4],
    ['anaar', -3],
    ['firoza', 5],
    ['neem', -4],
    ['gulmohar', 1],
  ],
] as const;

const WIDTH = 112;
const HEIGHT = 52;
const GROUND = 420;

/** Every book with the place of its upper left corner. */
const books = stacks.flatMap((stack, column) =>
  stack.map(([ink, out], row) => ({
    ink,
    x: 22 + column * (WIDTH + 6) + out,
    y: GROUND - (row + 1) * HEIGHT,
  })),
);

function Book({ x, y, ink }: { x: number; y: number; ink: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill={`var(--${ink})`} d={`M0 4h${WIDTH - 4}v${HEIGHT - 4}h-${WIDTH - 4}z`} />
      <path fill="var(--cover-paper)" d={`M${WIDTH - 26} 11h26v${HEIGHT - 18}h-26z`} />
      <path fill={`var(--${ink}-deep)`} d={`M12 4h7v${HEIGHT - 4}h-7zM28 4h3v${HEIGHT - 4}h-3z`} />
    </g>
  );
}

/** Illustration: stairs made of books, with a shoe on one step and a wheel on another. */
export function RunSteps({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 620 420"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="392" cy="142" r="112" fill="var(--haldi)" />
      {books.map((book) => (
        <Book key={`${book.x} ${book.y}`} {...book} />
      ))}
      <path
        fill="none"
        stroke="var(--on-dark)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 12"
        d="M52 352c14-62 66-84 96-58M170 300c12-64 70-92 102-62M290 248c14-66 70-92 106-60"
      />
      {/* a shoe */}
      <g transform="translate(262 212)">
        <path
          fill="var(--cover-paper)"
          d="M2 46c-3-16 0-32 6-42 10 9 24 9 33 2 7 14 22 23 42 26 9 2 12 7 12 14z"
        />
        <path fill="var(--cover-ink)" d="M1 46h95v8c0 3-2 5-5 5h-85c-3 0-5-2-5-5z" />
        <path stroke="var(--anaar)" strokeWidth="5" strokeLinecap="round" d="M45 20l-10 9M56 27l-10 9" />
      </g>
      {/* a wheel */}
      <g transform="translate(560 116)" fill="none" stroke="var(--on-dark)">
        <circle r="40" strokeWidth="8" />
        <path strokeWidth="3" d="M0-40v80M-40 0h80M-28-28l56 56M28-28l-56 56" />
        <circle r="7" fill="var(--on-dark)" />
      </g>
    </svg>
  );
}
