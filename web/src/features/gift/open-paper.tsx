const confetti = [
  ['haldi', 'M96 30l26 6-18 20z'],
  ['gulmohar-pale', 'M496 28l22 18-28 8z'],
  ['neem', 'M38 250l24-8-6 26z'],
  ['haldi', 'M520 236l20 16-26 6z'],
  ['gulmohar-pale', 'M40 372l22 10-20 14z'],
  ['neem', 'M240 22l24 4-14 20z'],
  ['neem', 'M40 520l26-4-12 24z'],
  ['gulmohar-pale', 'M364 8l14 22-26-2z'],
  ['haldi', 'M160 512l24 8-20 16z'],
] as const;

/** The wrapping paper, unfolded under what was in it, and the ribbon beside it. */
export function OpenPaper({ hasConfetti }: { hasConfetti: boolean }) {
  return (
    <>
      <path fill="var(--firoza-deep)" d="M72 92L478 50l54 418L112 528z" />
      <path fill="var(--cover-paper)" d="M58 78L466 36l50 414L98 510z" />
      <path
        fill="none"
        stroke="var(--gulmohar-pale)"
        strokeWidth="5"
        d="M168 68l34 428M368 46l36 418M70 190l410-42M84 400l426-54"
      />
      {/* corners that are still folded in show the print */}
      <path fill="var(--anaar)" d="M58 78l110-11-98 106z" />
      <path fill="var(--anaar)" d="M516 450l-112 15 98-112z" />
      <path
        fill="var(--gulmohar)"
        d="M92 90q12 10 8 26q-14 -8 -8 -26zM124 84q12 6 10 20q-14 -4 -10 -20zM78 122q8 8 4 20q-10 -8 -4 -20z"
      />
      <path
        fill="var(--gulmohar)"
        d="M488 410q12 10 8 26q-14 -8 -8 -26zM456 434q10 6 8 20q-12 -4 -8 -20zM500 378q8 8 4 20q-10 -8 -4 -20z"
      />
      <path
        fill="none"
        stroke="var(--haldi)"
        strokeWidth="18"
        strokeLinejoin="round"
        d="M20 448c60-46 96 58 156 26s92-50 148-2 112 34 190-10"
      />
      {hasConfetti && confetti.map(([ink, d]) => <path key={d} fill={`var(--${ink})`} d={d} />)}
      {hasConfetti && (
        <path
          fill="none"
          stroke="var(--haldi)"
          strokeWidth="17"
          strokeLinecap="round"
          d="M136 40h0M524 132h0M34 170h0M540 500h0"
        />
      )}
    </>
  );
}
