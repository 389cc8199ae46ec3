import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { base64url } from '#/kernel/identifiers.ts'
import { openLog } from '#/kernel/log.ts'
import { packageFolder } from '#/kernel/package-folder.ts'
import { createPrivateFolder } from '#/kernel/process/private-folder.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { environmentName, SettingError } from '#/kernel/settings/settings.ts'
import { readSettings, type SettingName, settingsTable } from '#/settings.ts'
import { commandNote } from '../command-note.ts'
import { loadCore, say, withSettings } from '../settings.ts'
import { systemdUnit } from './systemd-unit.ts'

/** Where the unit for systemd lets the server write. */
const unitDataDir = '/var/lib/almanac'

const defaults: Partial<Record<SettingName, string>> = {
  mode: 'production',
  dataDir: unitDataDir,
}

/** The settings that setup prompts for unless a flag provides them. */
const questions: readonly { readonly name: SettingName; readonly text: string }[] = [
  { name: 'publicUrl', text: 'URL that clients use, such as https://calendar.example.com' },
  { name: 'databaseUrl', text: 'URL of a PostgreSQL database (empty: embedded database)' },
  { name: 'dataDir', text: 'Data directory' },
  { name: 'smtpUrl', text: 'URL of the mail server (empty: send no mail)' },
  { name: 'mailFrom', text: 'Sender of mail' },
]

interface SetupOptions {
  readonly admin?: string
  readonly folder: string
  readonly force?: boolean
}

export function addSetup(program: Command): void {
  withSettings(
    program
      .command('setup')
      .description(
        'Configure a production server: settings, secrets, first owner and systemd unit.',
      )
      .option('--admin <email>', 'Email address of the first owner.')
      .option('--folder <path>', 'Where to write the files.', '/etc/almanac')
      .option('--force', 'Replace existing files.')
      .addHelpText(
        'after',
        `
On a terminal, you are asked for what no flag says. The command creates the database and the owner, writes
settings.json and secrets.env, and prints what to do next. With PostgreSQL, or with the data in /var/lib/almanac,
it writes almanac.service as well. All settings can be given as flags.

Examples:
  almanac setup
  almanac setup --public-url https://calendar.example.com --admin you@example.com
  almanac setup --public-url https://calendar.example.com --admin you@example.com --folder ./config --data-dir ./data`,
      ),
    questions.map(({ name }) => name),
  ).action(async (options: SetupOptions & Record<string, string>) => {
    const { admin, folder, force = false, settings: _, ...flags } = options
    const files = fileNames(resolve(folder))
    const existing = Object.values(files).find((path) => !force && existsSync(path))
    if (existing !== undefined) {
      throw new Error(`${existing} already exists: use --force to replace it, or another --folder.`)
    }
    const answers = await ask({ ...flags, ...(admin !== undefined && { admin }) })
    const { admin: email = '', ...prepared } = answers
    if (email === '') throw new SettingError('--admin is needed: the first owner of the server.')
    const chosen = { ...defaults, ...prepared }
    if (chosen.dataDir !== undefined) chosen.dataDir = resolve(chosen.dataDir)
    const settings = readSettings({ flags: chosen })
    if (settings.publicUrl === '') {
      throw new SettingError('--public-url is needed: the URL that clients use.')
    }
    requireWritable(files)
    const { canonicalEmail } = await import('#/auth/directory/directory-email.ts')
    const owner = canonicalEmail(email)
    const { openCore } = await loadCore()
    await using core = await openCore(settings, openLog('warn'))
    const { storedSecret } = await import('#/auth/installation-secret.ts')
    // Another secret would make authenticator apps and client secrets of identity providers unusable.
    const secretKey =
      chosen.secretKey ??
      secretBefore(files) ??
      (await storedSecret(core)) ??
      base64url(36, secureRandomBytes)
    const link = await core.audit.carryOut(commandNote()!, () => createOwner(core, owner))
    const hasUnit = settings.databaseUrl !== '' || settings.dataDir === unitDataDir
    writeFiles(files, { values: { ...chosen, secretKey }, hasUnit })
    say(...nextSteps(files, { email: owner, link, hasUnit }))
  })
}

const fileNames = (folder: string) => ({
  settings: join(folder, 'settings.json'),
  secrets: join(folder, 'secrets.env'),
  unit: join(folder, 'almanac.service'),
})

type Files = ReturnType<typeof fileNames>

/** How to call the program wherever it is installed. */
const command = [process.execPath, join(packageFolder, 'bin/almanac.js')]
type Answers = Partial<Record<SettingName | 'admin', string>>

/** Asks for what is missing on a terminal. Elsewhere, defaults are used. */
async function ask(prepared: Answers): Promise<Answers> {
  if (!process.stdin.isTTY) return prepared
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const answers: Answers = { ...prepared }
  try {
    for (const { name, text } of questions) {
      if (answers[name] !== undefined) continue
      if (name === 'mailFrom' && !answers.smtpUrl) continue
      const preset = defaults[name]
      const answer = await prompt.question(`${text}${preset ? ` [${preset}]` : ''}: `)
      if (answer.trim() !== '') answers[name] = answer.trim()
    }
    answers.admin ??= (await prompt.question('Email address of the first owner: ')).trim()
  } finally {
    prompt.close()
  }
  return answers
}

/** Fails before anything is created if the files cannot be written. */
function requireWritable({ settings }: Files): void {
  const folder = dirname(settings)
  const isNew = !existsSync(folder)
  createPrivateFolder(folder)
  // The server reads the settings as another user than root. The secrets are private nevertheless.
  if (isNew) chmodSync(folder, 0o755)
  try {
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new Error(`Cannot write to ${folder}.`, { cause })
  }
}

/** Creates an owner and returns a link to set a password; undefined if the user exists already. */
async function createOwner(core: Core, email: string): Promise<string | undefined> {
  const { invitationLifetimeMs: lifetimeMs } = await import('#/auth/passwords/password-links.ts')
  const { database, directory, passwordLinks, settings } = core
  const { user, isNew } = await directory.create({ email, adminRole: 'owner' })
  if (!isNew) return undefined
  const link = { userId: user.id, lifetimeMs }
  const path = await database.transaction((tx) => passwordLinks.create(tx, link))
  return path === undefined ? undefined : settings.publicUrl + path
}

/** Settings whose values are secret, or contain passwords. */
const isSecret = (name: string): boolean =>
  settingsTable[name as SettingName].secret === true ||
  (name.endsWith('Url') && name !== 'publicUrl')

interface Content {
  readonly values: Readonly<Record<string, string>>
  readonly hasUnit: boolean
}

/** Writes all files, or none. Existing ones stay until the new ones are complete. */
function writeFiles(files: Files, { values, hasUnit }: Content): void {
  const entries = Object.entries(values).filter(([, value]) => value !== '')
  const open = entries.filter(([name]) => !isSecret(name))
  const secret = entries.filter(([name]) => isSecret(name))
  const texts: [path: string, text: string, mode: number][] = [
    [
      files.secrets,
      secret.map(([name, value]) => `${environmentLine(name, value)}\n`).join(''),
      0o600,
    ],
    [files.settings, `${JSON.stringify(Object.fromEntries(open), null, 2)}\n`, 0o644],
  ]
  if (hasUnit) {
    texts.push([files.unit, systemdUnit({ command, settingsPath: files.settings }), 0o644])
  }
  try {
    for (const [path, text, mode] of texts) {
      rmSync(draftOf(path), { force: true })
      writeFileSync(draftOf(path), text, { mode: 0o600, flag: 'wx' })
      chmodSync(draftOf(path), mode)
    }
    for (const [path] of texts) renameSync(draftOf(path), path)
  } catch (cause) {
    for (const [path] of texts) rmSync(draftOf(path), { force: true })
    throw new Error(`Cannot write to ${dirname(files.settings)}.`, { cause })
  }
}

const draftOf = (path: string): string => `${path}.new`

/** A line that systemd and shells read alike. */
const environmentLine = (name: string, value: string): string =>
  `${environmentName(name)}="${value.replace(/["\\$`]/g, '\\$&')}"`

/** The secret key in the file that is replaced. */
function secretBefore({ secrets }: Files): string | undefined {
  const text = existsSync(secrets) ? readFileSync(secrets, 'utf8') : ''
  const value = new RegExp(`^${environmentName('secretKey')}="?(.+?)"?$`, 'm').exec(text)?.[1]
  return value?.replace(/\\(["\\$`])/g, '$1')
}

function nextSteps(
  files: Files,
  { email, link, hasUnit }: { email: string; link: string | undefined; hasUnit: boolean },
): string[] {
  const withSecrets = `set -a; . ${files.secrets}; set +a; ${command.join(' ')}`
  const start = hasUnit
    ? `cp ${files.unit} /etc/systemd/system/ && systemctl daemon-reload && systemctl enable --now almanac`
    : `${withSecrets} serve --settings ${files.settings}`
  return [
    `Wrote ${files.settings} and ${files.secrets}${hasUnit ? ` and ${files.unit}` : ''}.`,
    'Next:',
    `  1. Start the server: ${start}`,
    '  2. Put a reverse proxy with TLS in front of it: see docs/guides/reverse-proxies.md in the repository',
    link === undefined
      ? `  3. Sign in as ${email}, who existed already.`
      : `  3. Set the password of ${email}: ${link}`,
    `  4. Check the installation: ${withSecrets} doctor --settings ${files.settings}`,
  ]
}
