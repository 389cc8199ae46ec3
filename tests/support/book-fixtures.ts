import { join } from 'node:path'

const fixtures = join(import.meta.dirname, '../fixtures/books')

export const bookFixture = (name: string): string => join(fixtures, name)
