/** The letters and signs of ANSEL, by byte. */
const ansel: Readonly<Record<number, string>> = {
  161: 'Ł',
  162: 'Ø',
  163: 'Đ',
  164: 'Þ',
  165: 'Æ',
  166: 'Œ',
  167: 'ʹ',
  168: '·',
  169: '♭',
  170: '®',
  171: '±',
  172: 'Ơ',
  173: 'Ư',
  174: 'ʼ',
  176: 'ʻ',
  177: 'ł',
  178: 'ø',
  179: 'đ',
  180: 'þ',
  181: 'æ',
  182: 'œ',
  183: 'ʺ',
  184: 'ı',
  185: '£',
  186: 'ð',
  188: 'ơ',
  189: 'ư',
  192: '°',
  193: 'ℓ',
  194: '℗',
  195: '©',
  196: '♯',
  197: '¿',
  198: '¡',
  199: 'ß',
  200: '€',
}

/** Diacritics, which precede their letter, from byte 224 on. */
const marks = [
  ...'\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030c\u030a\ufe20\ufe21\u0315\u030b\u0310',
  ...'\u0327\u0328\u0323\u0324\u0325\u0333\u0332\u0326\u031c\u032e\ufe22\ufe23',
]

/** The basic Cyrillic set, from byte 64 on. */
const cyrillic = [...'юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧ']

const escapeByte = 27

/**
 * Decodes text of records that are older than Unicode: ASCII, ANSEL and basic Cyrillic. Characters of other
 * sets become replacement characters.
 */
export function textOfMarc8(bytes: Buffer): string {
  let text = ''
  let pending = ''
  let set = 'B'
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === escapeByte) {
      const designated = designation(bytes, at)
      set = designated.set ?? set
      at = designated.last
    } else if (byte >= 224 && set !== '1') {
      pending += marks[byte - 224] ?? ''
    } else {
      text += characterOf(byte, set) + pending
      pending = ''
    }
  }
  return (text + pending).normalize('NFC')
}

function characterOf(byte: number, set: string): string {
  if (byte <= 32) return byte < 32 ? '' : ' '
  if (byte >= 128) return ansel[byte] ?? '\ufffd'
  if (set === 'N') return cyrillic[byte - 64] ?? String.fromCharCode(byte)
  return latin.has(set) ? String.fromCharCode(byte) : '\ufffd'
}

/** Subscripts and superscripts are shown as plain digits. */
const latin = new Set(['B', 's', 'b', 'p'])

/** The character set that an escape sequence selects for the following bytes. */
function designation(bytes: Buffer, from: number): { set?: string; last: number } {
  const first = String.fromCharCode(bytes[from + 1] ?? 0)
  if ('sbpg'.includes(first)) return { set: first, last: from + 1 }
  let at = from + 1
  while ('()$,-!'.includes(String.fromCharCode(bytes[at] ?? 0))) at++
  // ANSEL covers the sets for bytes above 127.
  const isUpper = first === ')' || first === '-'
  const set = String.fromCharCode(bytes[at] ?? 66)
  return isUpper ? { last: at } : { set, last: at }
}
