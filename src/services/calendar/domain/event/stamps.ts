import { civilTimeText } from '../civil-text.ts'

/** When an event was made: whole seconds, written with three decimals. */
export const createdText = (ms: number): string => civilTimeText(ms, '.000Z')

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' }

/** When something last changed, to the millisecond. */
export function updatedText(ms: number): string {
  // Changes come in groups of the same moment.
  if (ms !== last.ms) {
    const fraction = String(((ms % 1000) + 1000) % 1000).padStart(3, '0')
    last = { ms, text: civilTimeText(ms, `.${fraction}Z`) }
  }
  return last.text
}
