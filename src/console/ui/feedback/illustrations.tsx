import type { ReactNode } from 'react'

/** The picture of an area, in the colors of the theme. */
export const Illustration = ({ area }: { area: string }) =>
  illustrations[area] ?? illustrations.search

const illustrations: Readonly<Record<string, ReactNode>> = {
  calendar: (
    <>
      <rect className="paper" x="28" y="22" width="84" height="76" rx="8" />
      <path className="tint" d="M28 42v-12a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v12z" />
      <path className="ink" d="M48 14v14M92 14v14" />
      <rect className="wash" x="38" y="52" width="14" height="12" rx="3" />
      <rect className="wash" x="63" y="52" width="14" height="12" rx="3" />
      <rect className="tint" x="88" y="52" width="14" height="12" rx="3" />
      <rect className="tint" x="38" y="74" width="39" height="12" rx="3" />
      <rect className="wash" x="88" y="74" width="14" height="12" rx="3" />
    </>
  ),
  books: (
    <>
      <path className="line" d="M16 98h108" />
      <rect className="tint" x="30" y="38" width="18" height="60" rx="3" />
      <rect className="paper" x="48" y="28" width="22" height="70" rx="3" />
      <path className="ink" d="M53 42h12M53 50h12" />
      <rect className="wash" x="70" y="46" width="16" height="52" rx="3" />
      <rect
        className="tint"
        x="92"
        y="40"
        width="17"
        height="60"
        rx="3"
        transform="rotate(-14 92 98)"
      />
    </>
  ),
  ads: (
    <>
      <rect className="paper" x="22" y="20" width="96" height="78" rx="8" />
      <rect className="wash" x="36" y="62" width="14" height="24" rx="3" />
      <rect className="tint" x="56" y="50" width="14" height="36" rx="3" />
      <rect className="wash" x="76" y="56" width="14" height="30" rx="3" />
      <rect className="tint" x="96" y="38" width="10" height="48" rx="3" />
      <path className="ink" d="M36 48l22-12 20 6 24-14" />
    </>
  ),
  developers: (
    <>
      <rect className="paper" x="20" y="22" width="100" height="74" rx="8" />
      <path className="tint" d="M20 40v-10a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v10z" />
      <path className="ink" d="M52 56l-12 12 12 12M88 56l12 12-12 12M76 52l-12 32" />
    </>
  ),
  admin: (
    <>
      <rect className="paper" x="24" y="20" width="92" height="34" rx="8" />
      <rect className="paper" x="24" y="62" width="92" height="34" rx="8" />
      <circle className="tint" cx="42" cy="37" r="6" />
      <circle className="tint" cx="42" cy="79" r="6" />
      <path className="ink" d="M58 37h34M58 79h22" />
    </>
  ),
  search: (
    <>
      <rect className="paper" x="24" y="24" width="76" height="72" rx="8" />
      <path className="line" d="M38 44h46M38 58h34M38 72h40" />
      <circle className="wash ink" cx="94" cy="66" r="18" />
      <path className="ink" d="M107 79l12 12" />
    </>
  ),
}
