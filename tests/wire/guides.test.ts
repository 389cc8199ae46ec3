import { copyFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/fresh.ts'
import { examplesOf, guideTerminal } from '../support/guide.ts'
import { embeddedEngine, runAlmanac, type ServerPlace } from '../support/server.ts'
import { read, sourcesMatching } from '../support/sources.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const demo = 'demo@almanac.test'

interface Guide {
  /** Puts the files into the reader's folder that the guide takes for granted. */
  readonly prepare?: (folder: string) => Promise<void>
  /** Commands that the guide takes for granted. */
  readonly before?: string
  /** A part of what each example in JavaScript prints, in order. */
  readonly prints?: readonly string[]
}

/** The guides whose examples run here, each on a new server with demo data. */
const guides: Readonly<Record<string, Guide>> = {
  'README.md': { prints: ['Lunch with Sam'] },
  'docs/guides/agents.md': { prints: ['Monday 2030-05-06 12:00 to 13:00'] },
  'docs/guides/books.md': {
    prepare: writeBookFiles,
    before: 'almanac user create ann@example.com',
  },
  'docs/guides/calendar-programs.md': {},
  'docs/guides/connecting-a-client.md': { prints: ['calendar#setting'] },
  'docs/guides/push-notifications.md': {},
  'docs/guides/importing-and-exporting-calendars.md': {},
  'docs/guides/running-in-production.md': { before: 'almanac migrate' },
  'docs/guides/testing-against-almanac.md': {},
}

/** Guides whose examples other tests run. */
const elsewhere = [
  'docs/guides/advertising-reports.md',
  'docs/guides/deploying.md',
  'docs/guides/npm-package.md',
  'docs/guides/reverse-proxies.md',
  'docs/guides/scaling.md',
  'docs/guides/search-advertising.md',
  'docs/guides/signing-in.md',
]

/** Examples that are not run, by a part of their text, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci &&': 'this is how the tests themselves are run',
  'npm start': 'production.test.ts starts servers in production mode',
  EventSource: 'it needs a page in a browser; push.stream.test.ts reads the stream',
}

const isRun = (text: string) => !Object.keys(notRun).some((part) => text.includes(part))

/** Data of a server that has loaded its demo data, for copies: search advertising alone takes seconds to create. */
let demoPlace: ServerPlace | undefined

beforeAll(async () => {
  demoPlace = await embeddedEngine.place()
  const server = await demoPlace.start({ ALMANAC_DEMO: '1' })
  // Stopping also ends the process that creates the data of search advertising, which the command completes.
  await server.stop()
  const { code, stderr } = await runAlmanac(['ads', 'demo'], demoPlace.environment)
  expect([code, stderr]).toEqual([0, ''])
})
afterAll(() => demoPlace?.[Symbol.asyncDispose]())

async function copyDemoPlace(): Promise<ServerPlace> {
  const place = await embeddedEngine.place({ isEmpty: true })
  const folderOf = ({ environment }: ServerPlace) => environment.ALMANAC_DATA_DIR!
  await cp(folderOf(demoPlace!), folderOf(place), { recursive: true })
  return place
}

// Side by side, because much of their time is waiting for processes.
describe('the examples of', { concurrent: true }, () => {
  it.each(Object.entries(guides))('%s work as printed', async (path, guide) => {
    await using place = await copyDemoPlace()
    await using folder = await freshFolder()
    await using receiver = await WebhookReceiver.open()
    const server = await place.start({ ALMANAC_DEMO: '1' })
    const { base } = server
    const { token } = await server.mint({ email: demo })
    await guide.prepare?.(folder.path)
    const terminal = guideTerminal({
      folder: folder.path,
      environment: { ...place.environment, TOKEN: token },
      replacements: {
        'http://127.0.0.1:8080': base,
        'https://app.example.com/hook': receiver.address(),
        '/var/lib': folder.path,
        'alm_dev_...': token,
      },
    })
    if (guide.before !== undefined) await terminal.runShell(guide.before)
    const printed: string[] = []
    for (const { language, text } of examplesOf(path).filter(({ text }) => isRun(text))) {
      if (language === 'sh') await terminal.runShell(text)
      if (language !== 'js') continue
      // A program that begins with its name is run by the commands that follow.
      const name = /^\/\/ (\S+\.mjs)\n/.exec(text)?.[1]
      if (name !== undefined) await terminal.writeProgram(text, name)
      else printed.push(await terminal.runProgram(text))
    }
    expect(printed).toEqual((guide.prints ?? []).map((part) => expect.stringContaining(part)))
  })
})

it('every guide with examples is run by a test, and every example names its language', () => {
  const paths = ['README.md', ...sourcesMatching('docs/guides/*.md').map(({ path }) => path)]
  const examples = paths.flatMap((path) =>
    examplesOf(path).map(({ language }) => ({ path, language })),
  )
  const listed = [...Object.keys(guides), ...elsewhere]
  expect(examples.filter(({ path }) => !listed.includes(path))).toEqual([])
  expect(examples.filter(({ language }) => language === '')).toEqual([])
})

/** The downloads that the guide to books names, with a few volumes in each. */
async function writeBookFiles(folder: string): Promise<void> {
  const fixture = (name: string) => join(import.meta.dirname, '../fixtures/books', name)
  const copies = {
    'pg_catalog.csv': 'gutenberg.csv',
    'north.mrc': 'records.mrc',
    'south.mrc': 'records.mrc',
    'goodreads_library_export.csv': 'goodreads.csv',
  }
  for (const [name, source] of Object.entries(copies)) {
    await copyFile(fixture(source), join(folder, name))
  }
  const lines = read('tests/fixtures/books/open-library.txt').split('\n')
  for (const type of ['edition', 'work', 'author']) {
    const dump = lines.filter((line) => line.startsWith(`/type/${type}\t`))
    await writeFile(join(folder, `ol_dump_${type}s.txt.gz`), gzipSync(`${dump.join('\n')}\n`))
  }
}
