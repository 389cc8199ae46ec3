import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedPages } from '../../tools/pages.ts'
import { read } from '../support/sources.ts'

const root = join(import.meta.dirname, '../..')

const pages = await generatedPages()

describe('the generated pages', () => {
  for (const [path, text] of pages) {
    it(`${path} is up to date: otherwise run "npm run reference"`, () => {
      expect(existsSync(join(root, path))).toBe(true)
      expect(read(path)).toBe(text)
    })
  }
})
