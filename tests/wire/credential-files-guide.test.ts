import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { freshFolder } from '../support/fresh.ts'
import { type ServerPlace, wireEngines } from '../support/server.ts'
import { read } from '../support/sources.ts'

const root = join(import.meta.dirname, '../..')
const demo = 'demo@almanac.test'
const importer = 'importer@almanac.iam.gserviceaccount.com'

/** What each program of the guide says last. */
const lastWords: Readonly<Record<string, string>> = {
  'sign-in.mjs': demo,
  'user.mjs': demo,
  'importer.mjs': importer,
  'importer-plain.mjs': importer,
  'for-user.mjs': demo,
}

describe('the guide to signing in', () => {
  it('shows commands and programs that work, in the order in which it shows them', async () => {
    await using place = await wireEngines[0]!.place()
    await using folder = await freshFolder()
    const { base } = await place.start({ ALMANAC_DEMO: '1' })
    const guide = await openGuide(place, { base, path: folder.path })
    const said: Record<string, string | undefined> = {}
    for (const [, language, text] of blocks()) {
      if (language === 'sh') await guide.run(text!)
      const name = language === 'js' ? /^\/\/ (\S+)$/m.exec(text!)![1]! : undefined
      if (name !== undefined) said[name] = await guide.program(name, text!)
    }
    expect(said).toEqual(lastWords)
  })
})

const blocks = () => read('docs/guides/signing-in.md').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)

async function openGuide(place: ServerPlace, { base, path }: { base: string; path: string }) {
  const waitingPort = await freePort()
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))
  const env = {
    ...Object.fromEntries(inherited),
    ...place.environment,
    ALMANAC_PUBLIC_URL: base,
    GOOGLE_APPLICATION_CREDENTIALS: 'user.json',
  }
  const start = (program: string, ...words: string[]) =>
    spawn(program, words, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    async run(commands: string): Promise<void> {
      const almanac = `almanac() { '${process.execPath}' '${root}/bin/almanac.js' "$@"; }`
      const { code, stderr } = await ended(start('sh', '-ec', `${almanac}\n${commands}`))
      expect([commands, code, stderr]).toEqual([commands, 0, ''])
    },
    async program(name: string, text: string): Promise<string | undefined> {
      const here = text
        .replaceAll('http://127.0.0.1:8080', base)
        .replaceAll('3000', String(waitingPort))
        .replace(/from '(google[\w-]*)'/g, (_, found: string) => `from '${addressOf(found)}'`)
      await writeFile(join(path, name), here)
      const child = start(process.execPath, name)
      child.stdout!.once('data', (chunk: Buffer) => {
        const [address] = /^http\S+/.exec(String(chunk)) ?? []
        if (address !== undefined) void comeBack(address).catch(() => child.kill())
      })
      const { stdout, stderr } = await ended(child)
      return stdout.trim().split('\n').at(-1) || stderr
    },
  }
}

/** What a person does who is shown the address. */
async function comeBack(address: string): Promise<void> {
  const { to: back } = await new BrowserUser(new URL(address).origin).agree(address, {
    email: demo,
  })
  await fetch(back)
}

const addressOf = (name: string) => pathToFileURL(join(root, 'node_modules', name, entries[name]!))

const entries: Readonly<Record<string, string>> = {
  googleapis: 'build/src/index.js',
  'google-auth-library': 'build/src/index.js',
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
