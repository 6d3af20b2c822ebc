/** The logo: seven spines on a plank, the last one leaning. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 44 30" aria-hidden="true" focusable="false">
      <rect x="0" y="6" width="5" height="20" rx=".6" fill="var(--anaar)" />
      <rect x="7" y="2" width="4" height="24" rx=".6" fill="var(--gulmohar)" />
      <rect x="12" y="8" width="6" height="18" rx=".6" fill="var(--haldi)" />
      <rect x="19" y="4" width="4" height="22" rx=".6" fill="var(--neem)" />
      <rect x="24" y="0" width="6" height="26" rx=".6" fill="var(--firoza)" />
      <rect x="31" y="7" width="4" height="19" rx=".6" fill="var(--logo-neel)" />
      <rect
        x="36"
        y="3"
        width="6"
        height="23"
        rx=".6"
        fill="var(--logo-jamun)"
        transform="rotate(-9 42 26)"
      />
      <rect x="0" y="27" width="44" height="2.4" fill="currentColor" />
    </svg>
  );
}
