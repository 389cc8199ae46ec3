import { trusted } from './html.ts'

// A calendar leaf with the sun rising over its lower edge.
const shapes =
  '<rect x="3" y="5" width="26" height="24" rx="6" fill="none" stroke="currentColor" stroke-width="2.5"/>' +
  '<path d="M10 2.5v5M22 2.5v5M3.5 22.5h25" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/>' +
  '<path d="M10 22.5a6 6 0 0 1 12 0z" fill="currentColor"/>'

/** The sign of Almanac; it says nothing that the name beside it does not say. */
export const mark = trusted(
  `<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">${shapes}</svg>`,
)

/** The same sign as an address, so that browsers do not ask for an icon. */
export const markAddress = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" color="#3f9f86">${shapes}</svg>`,
)}`
