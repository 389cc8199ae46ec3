import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The program as tests start it: built, because the sources take more than twice as long to start. */
export const entry = join(root, 'dist/server/main.js')

/** The program as people start it from a clone. */
export const sourceEntries = [join(root, 'bin/almanac.js'), join(root, 'src/main.ts')]
