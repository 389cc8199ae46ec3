import fc from 'fast-check'

/**
 * Characters of all planes, a third of them ASCII. The unit "binary" of fast-check gives the same but takes a
 * second to prepare in each worker.
 */
const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint))

/** Any well-formed text. */
export const anyText = (constraints: { readonly maxLength?: number } = {}) =>
  fc.string({ ...constraints, unit: character })
