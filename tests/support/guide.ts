import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { entry } from './almanac-process.ts'
import { read } from './sources.ts'

const root = join(import.meta.dirname, '../..')
const curl = join(import.meta.dirname, 'curl.ts')

/** A fenced block of a guide. */
export interface Example {
  readonly language: string
  readonly text: string
}

export const examplesOf = (path: string): Example[] =>
  [...read(path).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }))

/** The terminal of somebody who follows a guide. */
export interface GuideTerminal {
  /** Runs an `sh` example and fails the test unless every command of it succeeds. */
  runShell(text: string): Promise<string>
  /** Writes a `js` example to a file, for shell examples that run it. */
  writeProgram(text: string, name: string): Promise<void>
  /** Runs a `js` example as a program and returns what it printed, or its error. */
  runProgram(
    text: string,
    options?: { name?: string; onOutput?: (text: string) => void },
  ): Promise<string>
}

export interface GuideTerminalOptions {
  /** Where files are read and written. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** What the test uses in place of what the guide says, such as the address of the server. */
  readonly replacements: Readonly<Record<string, string>>
}

const functions = `
almanac() { '${process.execPath}' '${entry}' "$@"; }
npm() { while [ "$1" != -- ]; do shift; done; shift; almanac "$@"; }
curl() { '${process.execPath}' '${curl}' "$@"; }
`

export function guideTerminal(options: GuideTerminalOptions): GuideTerminal {
  const { folder, environment } = options
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))
  const env = { ...Object.fromEntries(inherited), ...environment }
  const start = (program: string, ...words: string[]) =>
    spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const here = (text: string) =>
    Object.entries(options.replacements).reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const writeProgram = async (text: string, name: string) => {
    await writeFile(join(folder, name), here(text))
    if (!existsSync(join(folder, 'node_modules'))) {
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    }
  }
  return {
    writeProgram,
    async runShell(text) {
      const { code, stdout, stderr } = await ended(start('sh', '-ec', functions + here(text)))
      expect([text, code, code === 0 ? '' : stdout + stderr]).toEqual([text, 0, ''])
      return stdout
    },
    async runProgram(text, { name = 'example.mjs', onOutput } = {}) {
      await writeProgram(text, name)
      const child = start(process.execPath, name)
      if (onOutput !== undefined) child.stdout!.once('data', (chunk) => onOutput(String(chunk)))
      const { code, stdout, stderr } = await ended(child)
      return code === 0 ? stdout.trim() : stderr
    },
  }
}

async function ended(child: ChildProcess) {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...text }
}
