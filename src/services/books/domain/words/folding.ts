/** Letters that do not decompose into a letter and a mark. */
const lettersOfTheirOwn: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ƒ: 'f',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
}

const ofTheirOwn = new RegExp(`[${Object.keys(lettersOfTheirOwn).join('')}]`, 'g')

// Marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters. Those of other scripts are vowels.
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u2060\ufeff\u00ad]/g

const onlyAscii = /^[\0-\x7f]*$/

/** Normalizes spellings that should find each other: no case, no diacritics. */
export function foldedText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(ofTheirOwn, (letter) => lettersOfTheirOwn[letter]!)
}
