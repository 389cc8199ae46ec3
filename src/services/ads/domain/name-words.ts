/** The words that a name has to contain, lowercased as both engines do. */
export const nameWords = (text = ''): string =>
  JSON.stringify(
    text
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
