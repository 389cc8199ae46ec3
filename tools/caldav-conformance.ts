import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'

const usage = `almanac exec --quota-user-per-minute 0 -- node tools/caldav-conformance.ts [options] <folder>

Runs suites for WebDAV and CalDAV servers against a temporary server, and prints what passed and failed.

  --server <name>      almanac (default), radicale or xandikos; the others from the packages of Debian
  --suite <name>       litmus, vdirsyncer, python-caldav, server-tester or caldavtester. Repeatable. Default: all
  --python2 <program>  Python 2.7, for caldavtester. Default: python2.7
  --file <name>        Only this file of caldavtester. Repeatable

The folder has checkouts of the suites: caldav, caldav-server-tester, vdirsyncer (the release that is
installed), ccs-caldavtester and ccs-pycalendar. What the Python suites need has to be installed, or on PYTHONPATH.
The output of each suite is written to the folder.
`

const userCount = 40
const suiteTimeoutMs = 20 * 60_000
const run = promisify(execFile)

interface Account {
  readonly name: string
  readonly password: string
}

/** A server with accounts and a calendar for each of them. */
interface Server extends AsyncDisposable {
  readonly name: string
  readonly origin: string
  /** Where programs start to look for calendars. */
  readonly root: string
  readonly accounts: readonly Account[]
  /** The address of principals, followed by the name of an account. */
  readonly principals: string
  /** The address of homes, followed by the name of an account. */
  readonly homes: string
  /** The last segment of the address of the first calendar. */
  readonly calendar: string
}

const numbered = (index: number): string => String(index).padStart(2, '0')
const names = Array.from({ length: userCount }, (_, index) => `user${numbered(index + 1)}`)
const domain = '@example.com'

async function almanac(): Promise<Server> {
  const { ALMANAC_URL: origin } = process.env
  if (origin === undefined) throw new Error('ALMANAC_URL is missing: run this in "almanac exec".')
  const accounts: Account[] = []
  for (const name of names.map((one) => one + domain)) {
    const { token } = await post(`${origin}/_almanac/tokens`, { email: name })
    const address = `${origin}/almanac/v1/users/me/appPasswords`
    const { password } = await post(address, { name: 'suite' }, token)
    accounts.push({ name, password: password! })
  }
  return {
    name: 'almanac',
    origin,
    root: '/caldav/',
    accounts,
    principals: '/caldav/users/',
    homes: '/caldav/calendars/',
    calendar: 'primary',
    async [Symbol.asyncDispose]() {},
  }
}

async function post(
  address: string,
  body: object,
  token?: string,
): Promise<Record<string, string>> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Record<string, string>
}

async function radicale(): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'radicale-'))
  const origin = 'http://127.0.0.1:5232'
  const words = [
    ['--config', ''],
    ['--server-hosts', '127.0.0.1:5232'],
    ['--storage-filesystem-folder', data],
    ['--auth-type', 'none'],
    ['--rights-type', 'owner_only'],
    ['--logging-level', 'error'],
  ].flat()
  const stop = await started('radicale', words, `${origin}/.web/`)
  const accounts = names.map((name) => ({ name, password: 'any' }))
  for (const { name } of accounts) {
    const path = `/${name}/calendar/`
    await fetch(origin + path, { method: 'MKCALENDAR', headers: basic({ name, password: 'any' }) })
  }
  return {
    name: 'radicale',
    origin,
    root: '/',
    accounts,
    principals: '/',
    homes: '/',
    calendar: 'calendar',
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(data, { recursive: true })
    },
  }
}

/** Xandikos has only one user. */
async function xandikos(): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'xandikos-'))
  const origin = 'http://127.0.0.1:5233'
  const words = [
    ['-d', data, '--autocreate', '--defaults', '--current-user-principal', `/${names[0]}/`],
    ['-l', '127.0.0.1', '-p', '5233'],
  ].flat()
  const stop = await started('xandikos', words, origin)
  return {
    name: 'xandikos',
    origin,
    root: '/',
    accounts: names.map((name) => ({ name, password: 'any' })),
    principals: '/',
    homes: '/',
    calendar: 'calendars/calendar',
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(data, { recursive: true })
    },
  }
}

const basic = ({ name, password }: Account) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

/** Starts a program and waits until it answers; returns what stops it. */
async function started(program: string, words: readonly string[], address: string) {
  // What the suites need is not for the servers.
  const env = { ...process.env, PYTHONPATH: '' }
  const child = spawn(`/usr/bin/${program}`, words, { stdio: 'ignore', env })
  const closed = once(child, 'close')
  for (let attempt = 0; attempt < 100; attempt++) {
    const isThere = await fetch(address).then(
      () => true,
      () => false,
    )
    if (isThere) break
    await delay(100)
  }
  return async () => {
    child.kill()
    await closed
  }
}

const servers: Readonly<Record<string, () => Promise<Server>>> = { almanac, radicale, xandikos }

interface SuiteContext {
  readonly server: Server
  readonly folder: string
  readonly python2: string
  readonly files: readonly string[]
}

/** Runs a suite and returns its output. */
type Suite = (context: SuiteContext) => Promise<string>

async function output(
  program: string,
  words: readonly string[],
  { cwd, environment = {} }: { cwd: string; environment?: Record<string, string> },
): Promise<string> {
  const options = {
    cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...environment },
    timeout: suiteTimeoutMs,
    maxBuffer: 2 ** 28,
  }
  // A suite with failures ends with an error.
  const { stdout, stderr } = await run(program, words, options).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

/** Tests of tasks and journals are left out for all servers, because calendars have only events. */
const unsupported = '{support: unsupported}'

const python = '/usr/bin/python3'
const pytest = ['-W', 'ignore', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--tb=short', '-rA']

const suites: Readonly<Record<string, Suite>> = {
  litmus: async ({ server, folder }) => {
    const { name, password } = server.accounts[0]!
    // Radicale has plain collections only at its root.
    const account = server.name === 'radicale' ? 'litmus' : name
    const address = server.name === 'radicale' ? '/' : `${server.homes}${name}/`
    return output('litmus', ['-k', server.origin + address, account, password], { cwd: folder })
  },

  vdirsyncer: async ({ server, folder }) => {
    const copy = mkdtempSync(join(tmpdir(), 'vdirsyncer-'))
    cpSync(join(folder, 'vdirsyncer', 'tests'), join(copy, 'tests'), { recursive: true })
    const mixin = join(copy, 'tests', 'storage', 'servers', 'here')
    mkdirSync(mixin)
    const { name, password } = server.accounts[0]!
    const address = server.origin + server.root
    writeFileSync(
      join(mixin, '__init__.py'),
      `import pytest

class ServerMixin:
    @pytest.fixture
    def get_storage_args(self, slow_create_collection, aio_connector):
        async def inner(collection="test"):
            args = {
                "url": ${JSON.stringify(address)},
                "username": ${JSON.stringify(name)},
                "password": ${JSON.stringify(password)},
                "connector": aio_connector,
            }
            if collection is not None:
                args = await slow_create_collection(self.storage_class, args, collection)
            return args

        return inner
`,
    )
    writeFileSync(join(copy, 'pytest.ini'), '[pytest]\nasyncio_mode = auto\n')
    const words = [
      ...pytest,
      'tests/storage/dav/test_caldav.py',
      '-k',
      'not VTODO and not item_types_general',
    ]
    const result = await output(python, words, { cwd: copy, environment: { DAV_SERVER: 'here' } })
    rmSync(copy, { recursive: true })
    return result
  },

  'python-caldav': async ({ server, folder }) => {
    const cwd = join(folder, 'caldav')
    const url = server.origin + server.root
    const account = ({ name, password }: Account) =>
      `{url: "${url}", username: "${name}", password: "${password}"}`
    writeFileSync(
      join(cwd, 'tests', 'caldav_test_servers.yaml'),
      [
        'test-servers:',
        '  radicale: {type: embedded, enabled: false}',
        '  xandikos: {type: embedded, enabled: false}',
        '  here:',
        '    type: external',
        '    enabled: true',
        `    url: ${url}`,
        `    username: ${server.accounts[0]!.name}`,
        `    password: "${server.accounts[0]!.password}"`,
        `    features: {save-load.todo: ${unsupported}, save-load.journal: ${unsupported}}`,
        '    scheduling_users:',
        ...server.accounts.slice(0, 3).map((one) => `      - ${account(one)}`),
        '',
      ].join('\n'),
    )
    const settings = join(folder, 'pytest.ini')
    writeFileSync(settings, '[pytest]\nasyncio_mode = auto\n')
    const words = [
      ...pytest,
      '-c',
      settings,
      '--rootdir',
      cwd,
      'tests/test_caldav.py',
      '-k',
      'here',
    ]
    const none = { PYTHON_CALDAV_TEST_DOCKER: '0', PYTHON_CALDAV_TEST_EMBEDDED: '0' }
    return output(python, words, { cwd, environment: none })
  },

  'server-tester': ({ server, folder }) => {
    const { name, password } = server.accounts[0]!
    const call = 'from caldav_server_tester.caldav_server_tester import check_server_compatibility'
    const words = ['--caldav-url', server.origin + server.root]
    const more = ['--caldav-username', name, '--caldav-password', password, '--verbose']
    return output(
      python,
      ['-W', 'ignore', '-c', `${call}; check_server_compatibility()`, ...words, ...more],
      {
        cwd: join(folder, 'caldav-server-tester'),
      },
    )
  },

  caldavtester: async ({ server, folder, python2, files }) => {
    const cwd = join(folder, 'ccs-caldavtester')
    const settings = join(folder, `serverinfo-${server.name}.xml`)
    const given = readFileSync(join(cwd, 'scripts', 'server', 'serverinfo.xml'), 'utf8')
    writeFileSync(settings, serverInfo(given, server))
    const scripts = join(folder, `tests-${server.name}`)
    copyScripts(cwd, scripts)
    const words = ['testcaldav.py', '-s', settings, '-x', scripts, '--print-details-onfail']
    const chosen = files.length === 0 ? ['--all', '--subdir', 'CalDAV'] : files
    return output(python2, [...words, ...chosen], {
      cwd,
      environment: { PYTHONPATH: join(folder, 'ccs-pycalendar', 'src') },
    })
  },
}

/**
 * Copies the scripts of the suite without what they store first and the server does not support, which is tasks
 * and changes of all later instances: a script is not run at all if one of its first requests fails.
 */
function copyScripts(from: string, to: string): void {
  cpSync(join(from, 'scripts', 'tests'), to, { recursive: true })
  for (const file of readdirSync(join(to, 'CalDAV'))) {
    const path = join(to, 'CalDAV', file)
    const script = readFileSync(path, 'utf8')
    const isUnsupported = (request: string) => {
      const data = /<filepath>(.*?)<\/filepath>/.exec(request)?.[1]
      if (/\$taskspath|\$pollspath/.test(request)) return true
      return (
        data !== undefined &&
        /BEGIN:(?:VTODO|VJOURNAL|VFREEBUSY|VAVAILABILITY)|RANGE=THIS/.test(
          readFileSync(join(from, data), 'utf8'),
        )
      )
    }
    const changed = script.replace(/<start>.*?<\/start>/s, (start) =>
      start.replace(/<request\b.*?<\/request>/gs, (request) =>
        isUnsupported(request) ? '' : request,
      ),
    )
    writeFileSync(path, changed)
  }
}

/** What the servers of the suite can be asked for, of which this server is for. */
const features = [
  'caldav',
  'MOVE Method',
  'Extended MKCOL',
  'ctag',
  'current-user-principal',
  'implicit-scheduling',
  'no-duplicate-uids',
  'own-root',
  'quota',
  'sync-report',
  'sync-report-limit',
  'timezones-by-reference',
  'well-known',
]

/** Adapts the settings of the suite to a server. */
function serverInfo(given: string, server: Server): string {
  const { host, port } = new URL(server.origin)
  const substitution = ([key, value]: readonly [string, string]) =>
    `<substitution><key>${key}</key><value>${value}</value></substitution>`
  const ofServer: [string, string][] = [
    ['$principals_users:', server.principals],
    ['$principals_uids:', server.principals],
    ['$calendars_uids:', server.homes],
    ['$calendars_users:', server.homes],
    ['$calendar:', server.calendar],
    ['$root:', server.root],
    ['$calendar_sync_extra_items:', '[]'],
    ['$calendar_sync_extra_count:', '0'],
  ]
  const ofAccounts = server.accounts.flatMap(({ name, password }, index): [string, string][] => {
    const number = index + 1
    return [
      [`$userid${number}:`, name],
      [`$userguid${number}:`, name],
      [`$username${number}:`, name],
      [`$pswd${number}:`, password],
      [`$email${number}:`, name.replace(/@.*/, '') + domain],
      // The suite's own server rewrites addresses to URNs.
      [`$cuaddrurn${number}:`, `mailto:${name.replace(/@.*/, '')}${domain}`],
    ]
  })
  const listed = features.map((feature) => `<feature>${feature}</feature>`).join('')
  return given
    .replace(/<host>.*?<\/host>/, `<host>${host.replace(/:.*/, '')}</host>`)
    .replace(/<nonsslport>.*?<\/nonsslport>/, `<nonsslport>${port}</nonsslport>`)
    .replace(/<waitcount>.*?<\/waitcount>/, '<waitcount>5</waitcount>')
    .replace(/<waitdelay>.*?<\/waitdelay>/, '<waitdelay>0.1</waitdelay>')
    .replace(/<waitsuccess>.*?<\/waitsuccess>/, '<waitsuccess>3</waitsuccess>')
    .replace(/<features>.*?<\/features>/s, () => `<features>${listed}</features>`)
    .replace(
      '</substitutions>',
      () => `${[...ofServer, ...ofAccounts].map(substitution).join('\n')}\n</substitutions>`,
    )
}

/** The lines of an output that count passes and failures. */
const totals = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /summary for|^=* ?\d+ (?:passed|failed)|^FAILED \(|^PASSED \(/.test(line))

const { values, positionals } = parseArgs({
  options: {
    server: { type: 'string', default: 'almanac' },
    suite: { type: 'string', multiple: true, default: Object.keys(suites) },
    python2: { type: 'string', default: 'python2.7' },
    file: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const [folder] = positionals
const open = servers[values.server]
if (folder === undefined || open === undefined) {
  process.stderr.write(usage)
  process.exit(1)
}
await using server = await open()
for (const name of values.suite) {
  const { python2, file: files } = values
  const text = await suites[name]!({ server, folder, python2, files })
  const log = join(folder, `${name}-${server.name}.txt`)
  writeFileSync(log, text)
  process.stdout.write(`${[`${name} (${log})`, ...totals(text)].join('\n  ')}\n`)
}
