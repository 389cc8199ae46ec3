import { isUtf8 } from 'node:buffer'

/**
 * The bytes of a text with folded lines. Some programs fold lines within characters (RFC 5545, 3.1), which can be
 * decoded only without the folds.
 */
export const wholeCharacters = (bytes: Buffer): Buffer =>
  isUtf8(bytes) ? bytes : Buffer.from(bytes.toString('latin1').replace(/\r?\n[ \t]/g, ''), 'latin1')
