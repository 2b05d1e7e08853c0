/** Decorative illustration: a route from sender to reader. */
export function HeroIllustration({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 420 120" fill="none" aria-hidden focusable="false">
      <path
        d="M14 96c52 0 66-66 128-66s70 62 132 62 60-74 132-74"
        stroke="var(--waybill-line)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray="1 9"
      />
      <circle cx="14" cy="96" r="7" stroke="var(--mantine-color-harbor-6)" strokeWidth="3" />
      <circle cx="406" cy="18" r="7" fill="var(--mantine-color-harbor-6)" />
      <circle cx="142" cy="30" r="4" fill="var(--mantine-color-manila-4)" />
      <circle cx="274" cy="92" r="4" fill="var(--mantine-color-manila-4)" />
    </svg>
  );
}
