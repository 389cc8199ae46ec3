import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { freshFolder } from '../support/fresh.ts'
import { examplesOf, guideTerminal } from '../support/guide.ts'
import { wireEngines } from '../support/server.ts'

const demo = 'demo@almanac.test'
const importer = 'importer@almanac.iam.gserviceaccount.com'

/** The last line that each program of the guide prints. */
const lastLines: Readonly<Record<string, string>> = {
  'sign-in.mjs': demo,
  'user.mjs': demo,
  'importer.mjs': importer,
  'importer-plain.mjs': importer,
  'for-user.mjs': demo,
}

describe('the guide to signing in', () => {
  it('shows commands and programs that work in the order in which it shows them', async () => {
    await using place = await wireEngines[0]!.place()
    await using folder = await freshFolder()
    const server = await place.start()
    const { base } = server
    const { token } = await server.mint({ email: demo })
    const terminal = guideTerminal({
      folder: folder.path,
      environment: {
        ...place.environment,
        ALMANAC_PUBLIC_URL: base,
        GOOGLE_APPLICATION_CREDENTIALS: 'user.json',
        TOKEN: token,
        CLIENT_SECRET: 'a-secret',
      },
      replacements: { 'http://127.0.0.1:8080': base, '3000': String(await freePort()) },
    })
    const printed: Record<string, string> = {}
    for (const { language, text } of examplesOf('docs/guides/signing-in.md')) {
      if (language === 'sh') await terminal.runShell(text)
      if (language !== 'js') continue
      const name = /^\/\/ (\S+)$/m.exec(text)![1]!
      const output = await terminal.runProgram(text, { name, onOutput: signInAt })
      printed[name] = output.split('\n').at(-1)!
    }
    expect(printed).toEqual(lastLines)
  })
})

/** Signs in as a person does who opens the address that a program has printed. */
function signInAt(output: string): void {
  const [address] = /^http\S+/.exec(output) ?? []
  if (address === undefined) return
  const person = new BrowserUser(new URL(address).origin)
  void person.agree(address, { email: demo }).then(({ to }) => fetch(to))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
