import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { expect, inject } from 'vitest'
import { entry, runAlmanac } from './almanac-process.ts'
import type { CommandResult } from './command-process.ts'
import { runCurl } from './curl.ts'
import { read } from './sources.ts'

const root = join(import.meta.dirname, '../..')

/** A fenced block of a guide. */
interface Example {
  readonly language: string
  readonly text: string
}

export const examplesOf = (path: string): Example[] =>
  [...read(path).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }))

/** The terminal of somebody who follows a guide. */
interface GuideTerminal {
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

interface GuideTerminalOptions {
  /** Where files are read and written. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** What the test uses in place of what the guide says, such as the address of the server. */
  readonly replacements: Readonly<Record<string, string>>
}

/** Commands that use their streams while they run, or start others that do: they have a process of their own. */
const ownProcess = ['exec', 'mcp', 'replay']

/** What a command of a shell was called with, in files of a folder. */
const callFiles = ['words', 'environment', 'input'] as const

/**
 * The commands of a guide as functions of the shell. They let the tests run the command, which takes a tenth of a
 * process: they write the folder of a call to descriptor 3 and read the exit status from it.
 */
const shellFunctions = (calls: string) => `
run_in_tests() (
  folder=$(mktemp -d '${calls}/XXXXXX')
  printf '%s\\0' "$@" > "$folder/words"
  env -0 > "$folder/environment"
  cat > "$folder/input"
  echo "$folder" >&3
  read -r status <&3
  cat "$folder/stderr" >&2
  cat "$folder/stdout"
  exit "$status"
)
almanac() {
  case "$1" in
    ${ownProcess.join(' | ')}) '${process.execPath}' '${entry}' "$@" ;;
    *) run_in_tests almanac "$@" ;;
  esac
}
npm() { while [ "$1" != -- ]; do shift; done; shift; almanac "$@"; }
curl() { run_in_tests curl "$@" < /dev/null; }
`

export function guideTerminal(options: GuideTerminalOptions): GuideTerminal {
  const { folder, environment } = options
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))
  const env = { ...Object.fromEntries(inherited), ...environment }
  const start = (program: string, ...words: string[]) =>
    spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
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
      const calls = await mkdtemp(join(inject('runFolder'), 'guide-'))
      const shell = start('sh', '-ec', shellFunctions(calls) + here(text))
      answerCalls(shell.stdio[3] as Duplex, folder)
      const { code, stdout, stderr } = await ended(shell)
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

/** Runs the commands that a shell asks for, one after another as it does. */
function answerCalls(shell: Duplex, folder: string): void {
  createInterface(shell).on('line', async (call) => {
    const { code, stdout, stderr } = await resultOfCall(call, folder)
    await writeFile(join(call, 'stdout'), stdout)
    await writeFile(join(call, 'stderr'), stderr)
    shell.write(`${code}\n`)
  })
}

async function resultOfCall(call: string, folder: string): Promise<CommandResult> {
  const files = callFiles.map((name) => readFile(join(call, name), 'utf8'))
  const [words, environment, input] = await Promise.all(files)
  const [command, ...rest] = words!.split('\0').slice(0, -1)
  try {
    if (command === 'curl') return await runCurl(rest, folder)
    const variables = environment!.split('\0').slice(0, -1)
    const env = Object.fromEntries(variables.map((line) => splitAt(line, line.indexOf('='))))
    return await runAlmanac(rest, env, { input: input!, folder })
  } catch (error) {
    return { code: 1, stdout: '', stderr: String(error) }
  }
}

const splitAt = (text: string, index: number) => [text.slice(0, index), text.slice(index + 1)]

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
