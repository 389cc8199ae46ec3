/** The logo. It is decorative, because the name is beside it. */
export function Mark({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <rect x="3" y="5" width="26" height="24" rx="6" />
        <path d="M10 2.5v5M22 2.5v5M3.5 22.5h25" />
      </g>
      <path d="M10 22.5a6 6 0 0 1 12 0z" fill="currentColor" />
    </svg>
  )
}
