/** The country that a caller names, in upper case; nothing where it cannot be one. */
export function countryOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined
}
