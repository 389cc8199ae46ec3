import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { type RunningAlmanac, runAlmanacProcess, startAlmanac } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const node = process.execPath

/** A command that prints its environment and then waits for a signal. */
const printEnvironment = [
  node,
  '--eval',
  'console.log(JSON.stringify(process.env)); setInterval(() => {}, 60_000)',
]

let folder: Awaited<ReturnType<typeof freshFolder>>
let running: RunningAlmanac
let environment: Record<string, string>

beforeAll(async () => {
  folder = await freshFolder()
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  running = startAlmanac(['exec', '--intercept', '--', ...printEnvironment], {
    TMPDIR: folder.path,
  })
  const text = await until(
    async () => running.output().stdout,
    (stdout) => stdout.endsWith('\n'),
  )
  environment = JSON.parse(text)
})

afterAll(async () => {
  running.process.kill('SIGTERM')
  expect(await running.exited).toBe(143)
  expect(await readdir(folder.path)).not.toContainEqual(expect.stringMatching(/^almanac-exec/))
  await folder[Symbol.asyncDispose]()
})

/** Runs a program in the environment of the command. */
async function run(program: string, ...words: string[]): Promise<string> {
  const options = { cwd: folder.path, env: environment }
  const { stdout } = await promisify(execFile)(program, words, options)
  return stdout.trim()
}

async function runScript(name: string, text: string, program: string): Promise<string> {
  await writeFile(join(folder.path, name), text)
  return run(program, name)
}

/** Why a program cannot be tested here, if it cannot. */
function absence(...words: [string, ...string[]]): string | undefined {
  try {
    execFileSync(words[0], words.slice(1), { stdio: 'ignore' })
    return undefined
  } catch {
    return `"${words.join(' ')}" does not work here`
  }
}

const calendarUrl = 'https://www.googleapis.com/calendar/v3/calendars/primary'

interface Program {
  readonly name: string
  readonly absence?: string | undefined
  readonly run: () => Promise<string>
}

const python = 'python3'
const programs: readonly Program[] = [
  {
    name: "Node's fetch",
    run: () =>
      runScript(
        'fetch.mjs',
        `const headers = { Authorization: 'Bearer ' + process.env.ALMANAC_TOKEN }
         console.log((await (await fetch('${calendarUrl}', { headers })).json()).id)`,
        node,
      ),
  },
  {
    name: 'curl',
    absence: absence('curl', '--version'),
    run: async () => {
      const header = `Authorization: Bearer ${environment.ALMANAC_TOKEN}`
      return JSON.parse(await run('curl', '--silent', '--header', header, calendarUrl)).id
    },
  },
  {
    name: "Python's urllib",
    absence: absence(python, '--version'),
    run: () =>
      runScript(
        'with_urllib.py',
        `import json, os, urllib.request
headers = {'Authorization': 'Bearer ' + os.environ['ALMANAC_TOKEN']}
request = urllib.request.Request('${calendarUrl}', headers=headers)
print(json.load(urllib.request.urlopen(request))['id'])`,
        python,
      ),
  },
  {
    name: "Python's requests",
    absence: absence(python, '-c', 'import requests'),
    run: () =>
      runScript(
        'with_requests.py',
        `import os, requests
headers = {'Authorization': 'Bearer ' + os.environ['ALMANAC_TOKEN']}
print(requests.get('${calendarUrl}', headers=headers).json()['id'])`,
        python,
      ),
  },
  {
    name: 'Java',
    absence: absence('javac', '-version'),
    run: async () => {
      const text = await runScript(
        'Call.java',
        `import java.net.*;
public class Call {
  public static void main(String[] words) throws Exception {
    var connection = new URL("${calendarUrl}").openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + System.getenv("ALMANAC_TOKEN"));
    System.out.println(new String(connection.getInputStream().readAllBytes()));
  }
}`,
        'java',
      )
      return JSON.parse(text).id
    },
  },
]

describe('a program with the address of the original', { concurrent: true }, () => {
  for (const program of programs) {
    const suffix = program.absence === undefined ? '' : ` (${program.absence})`
    it(`is answered: ${program.name}${suffix}`, {
      skip: program.absence !== undefined,
    }, async () => {
      expect(await program.run()).toBe('demo@almanac.test')
    })
  }

  it('is answered when it is the official client with a service account and no options', async () => {
    const keyFile = join(folder.path, 'key.json')
    const created = await runAlmanacProcess(['service-account', 'create', 'robot'], {
      ALMANAC_DATA_DIR: environment.ALMANAC_DATA_DIR!,
      ALMANAC_PUBLIC_URL: environment.ALMANAC_PUBLIC_URL!,
    })
    // As the original writes it: with its own token address.
    const file = { ...JSON.parse(created.stdout), token_uri: 'https://oauth2.googleapis.com/token' }
    await writeFile(keyFile, JSON.stringify(file))
    const script = `
      import * as google from '@googleapis/calendar'
      const auth = new google.auth.GoogleAuth({
        keyFile: 'key.json',
        scopes: 'https://www.googleapis.com/auth/calendar',
      })
      const calendar = google.calendar({ version: 'v3', auth })
      const { data } = await calendar.calendars.get({ calendarId: 'primary' })
      console.log(data.id, typeof (await auth.getAccessToken()))`
    expect(await runScript('official.mjs', script, node)).toBe(`${file.client_email} string`)
  })

  it('cannot reach the workbench at that address, nor any other host', async () => {
    const script = `
      const status = async (url) => (await fetch(url)).status
      console.log(await status('https://www.googleapis.com/_almanac/clock'))
      console.log(await status(process.env.ALMANAC_URL + '/_almanac/clock'))
      console.log(await status('https://example.com/').catch(() => 'refused'))`
    expect((await runScript('reach.mjs', script, node)).split('\n')).toEqual([
      '404',
      '200',
      'refused',
    ])
    expect(running.output().stderr).toBe('almanac: Refused requests to example.com.\n')
  })

  it('reaches a host of this machine', async () => {
    const { createServer } = await import('node:http')
    const server = createServer((_, response) => response.end('local'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const script = `console.log(await (await fetch('http://127.0.0.1:${port}/')).text())`
    expect(await runScript('local.mjs', script, node)).toBe('local')
    server.close()
  })
})

it('the authority is in the folder of the run, and no private key is', async () => {
  const path = environment.NODE_EXTRA_CA_CERTS!
  expect(path.startsWith(folder.path)).toBe(true)
  const files = await readdir(dirname(path))
  expect(files.sort()).toEqual([
    'authorities.jks',
    'authorities.pem',
    'authority.pem',
    'credentials.json',
    'data',
  ])
})

it('--allow without --intercept is refused, and nothing is run', async () => {
  const words = ['exec', '--allow', 'example.com', '--', 'echo', 'ran']
  expect(await runAlmanacProcess(words)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'almanac: --allow needs --intercept.\n',
  })
})
