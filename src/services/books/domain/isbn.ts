/** The characters of an ISBN without spaces and dashes, with an uppercase X. */
export const bareIsbn = (text: string): string =>
  text.replace(/[\s\p{Pd}\u00ad\u2212]/gu, '').toUpperCase()

/** Whether ten characters are an ISBN-10 with the right check digit. */
export function isIsbn10(text: string): boolean {
  return /^\d{9}[\dX]$/.test(text) && text[9] === checkDigit10(text)
}

/** Whether thirteen digits are an ISBN-13 with the right check digit. */
export function isIsbn13(text: string): boolean {
  return /^97[89]\d{10}$/.test(text) && text[12] === checkDigit13(text)
}

/** The ISBN-13 of a valid ISBN-10. */
export function isbn13Of(isbn10: string): string {
  const digits = `978${isbn10.slice(0, 9)}`
  return digits + checkDigit13(digits)
}

/** The ISBN-10 of a valid ISBN-13; only those with the prefix 978 have one. */
export function isbn10Of(isbn13: string): string | undefined {
  if (!isbn13.startsWith('978')) return undefined
  const digits = isbn13.slice(3, 12)
  return digits + checkDigit10(digits)
}

function checkDigit10(text: string): string {
  let sum = 0
  for (let index = 0; index < 9; index++) sum += (10 - index) * Number(text[index])
  const digit = (11 - (sum % 11)) % 11
  return digit === 10 ? 'X' : String(digit)
}

/** The last digit of an ISBN-13, from the twelve before it. */
export function checkDigit13(text: string): string {
  let sum = 0
  for (let index = 0; index < 12; index++) sum += (index % 2 === 0 ? 1 : 3) * Number(text[index])
  return String((10 - (sum % 10)) % 10)
}
