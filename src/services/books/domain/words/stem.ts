const latin = /^[a-z]{4,}$/

/** The form that a word shares with its plural; other endings are left alone. */
export function stemOf(word: string): string {
  if (!word.endsWith('s') || !latin.test(word)) return word
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
