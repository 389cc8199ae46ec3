import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './package-folder.ts'

export function programVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
