/** Logo: a luggage tag with a route. Hidden from screen readers, because the name is next to it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <path
        fill="var(--mantine-color-harbor-7)"
        d="M11.2 3H26a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H11.2a3 3 0 0 1-2.3-1.1L2.7 17.9a3 3 0 0 1 0-3.8L8.9 4.1A3 3 0 0 1 11.2 3Z"
      />
      <circle cx="9.2" cy="16" r="2.1" fill="#fff" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M14.5 20.5c3.5 0 2.5-9 6-9H22"
      />
      <circle cx="24" cy="11.5" r="1.9" fill="var(--mantine-color-manila-3)" />
    </svg>
  );
}
