/** Leaves of the wrapping paper, on a grid of their own. */
const leaves = [0, 1, 2, 3, 4, 5].flatMap((row) =>
  [0, 1, 2, 3].map((column) => ({ x: 22 + column * 52 + (row % 2) * 26, y: 26 + row * 50 })),
);

/** The wrapping paper's print. */
function Leaves() {
  return (
    <>
      {leaves.map(({ x, y }) => (
        <path
          key={`${x} ${y}`}
          transform={`translate(${x} ${y}) rotate(${(x + y) % 2 === 0 ? 32 : -32})`}
          fill={(x + y) % 4 === 0 ? 'var(--gulmohar)' : 'var(--anaar-deep)'}
          d="M0 -13q11 13 0 26q-11 -13 0 -26z"
        />
      ))}
    </>
  );
}

/** A book in wrapping paper, with a ribbon and a label: nobody can tell what is inside. */
export function Parcel() {
  return (
    <g transform="translate(0 -10) rotate(-5 280 300)">
      <path fill="var(--firoza-deep)" d="M206 168h204v292H206z" />
      <svg x="180" y="146" width="200" height="292" viewBox="0 0 200 292" aria-hidden="true">
        <path fill="var(--anaar)" d="M0 0h200v292H0z" />
        <Leaves />
        <path fill="var(--haldi)" d="M74 0h30v292H74zM0 108h200v30H0z" />
        <path fill="var(--haldi-deep)" d="M74 138h30v16H74zM104 108h12v30h-12z" />
      </svg>
      <path fill="var(--anaar-deep)" d="M380 146l14 12v292l-14-12zM180 438h200l14 12H194z" />
      {/* the label */}
      <path fill="none" stroke="var(--cover-paper)" strokeWidth="3" d="M270 270q54 18 62 56" />
      <g transform="rotate(14 340 362)">
        <path fill="var(--cover-paper)" d="M302 334l20-18h40l20 18v76h-80z" />
        <circle cx="342" cy="334" r="6" fill="var(--anaar-deep)" />
        <path stroke="var(--jamun)" strokeWidth="5" strokeLinecap="round" d="M318 362h48M318 380h32" />
      </g>
      {/* the bow */}
      <path fill="var(--haldi-deep)" d="M262 264l-52 76 26-4 14 22 30-86zM276 264l30 84 8-24 26-2-46-66z" />
      <path fill="var(--haldi)" d="M268 266c-34-64-104-74-108-34-3 32 56 48 108 34z" />
      <path fill="var(--haldi)" d="M270 266c30-68 98-84 106-46 6 32-52 54-106 46z" />
      <path fill="var(--gulmohar-deep)" d="M248 256c-20-30-56-36-60-18-2 14 28 22 60 18z" />
      <path fill="var(--gulmohar-deep)" d="M292 256c18-32 50-44 56-26 4 14-26 28-56 26z" />
      <circle cx="269" cy="264" r="17" fill="var(--haldi-deep)" />
    </g>
  );
}
