import { join } from 'node:path'

/** The folder of this package. It is two levels up from the sources (`src/kernel`) and from their build (`dist/server`). */
export const packageFolder = join(import.meta.dirname, '../..')
