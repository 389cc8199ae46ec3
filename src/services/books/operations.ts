import { get as getVolume } from './volumes/get.ts'

/** Every operation of the books service. */
export const booksOperations = [getVolume]
