/** The words that a name has to contain, in the small letters that both engines know. */
export const nameWords = (text = ''): string =>
  JSON.stringify(
    text
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
