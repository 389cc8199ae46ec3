import { civilTimeText } from '../civil-text.ts'

/** When an event was made: whole seconds, written with three decimals. */
export const createdText = (ms: number): string => `${civilTimeText(ms)}.000Z`

/** When something last changed, to the millisecond. */
export const updatedText = (ms: number): string =>
  `${civilTimeText(ms)}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}Z`
