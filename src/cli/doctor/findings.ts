import { isDatabaseExposed } from '#/kernel/settings/settings.ts'
import type { Settings } from '#/settings.ts'

/** What a check found, and what to do about it. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem'
  readonly text: string
  readonly remedy?: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
const warning = (text: string, remedy: string): Finding => ({
  level: 'warning',
  text,
  remedy,
})
export const problem = (text: string, remedy: string): Finding => ({
  level: 'problem',
  text,
  remedy,
})

const mebibyte = 1024 ** 2
const dayMs = 86_400_000

/** Settings that are valid but not advisable in production. */
export function settingsFindings(settings: Settings): Finding[] {
  const { mode, publicUrl, secretKey, databaseUrl, smtpUrl } = settings
  if (mode === 'dev') {
    return [
      warning(
        'The server is in dev mode.',
        'Set ALMANAC_MODE=production if others can reach it; dev mode has no limits and mints tokens.',
      ),
    ]
  }
  return [
    publicUrl === ''
      ? problem('There is no public URL.', 'Set ALMANAC_PUBLIC_URL to the URL that clients use.')
      : publicUrl.startsWith('https:')
        ? ok(`The public URL is ${publicUrl}.`)
        : problem('The public URL has no TLS.', 'Put a proxy with TLS in front, and use https.'),
    ...(secretKey === '' && databaseUrl !== ''
      ? [
          problem(
            'The secret key is stored in the database that it protects.',
            'Set ALMANAC_SECRET_KEY, to the same value for all processes.',
          ),
        ]
      : []),
    ...(isDatabaseExposed(settings)
      ? [
          problem(
            'The connection to PostgreSQL has no verified TLS.',
            'Append ?sslmode=verify-full to ALMANAC_DATABASE_URL.',
          ),
        ]
      : []),
    ...(smtpUrl === ''
      ? [
          warning(
            'No mail is sent.',
            'Set ALMANAC_SMTP_URL and ALMANAC_MAIL_FROM for invitations and reminders.',
          ),
        ]
      : []),
  ]
}

/** `names` are variables of the environment that look like settings but are none. */
export const variablesFindings = (names: readonly string[]): Finding[] =>
  names.map((name) => warning(`${name} is not a setting.`, 'Correct its name, or remove it.'))

/** `mode` are the permission bits of the data directory. */
export function folderFinding(path: string, mode: number): Finding {
  return (mode & 0o022) !== 0
    ? problem(`Other users can write to ${path}.`, `Run chmod 700 ${path}.`)
    : ok(`Only its owner can write to ${path}.`)
}

export function diskFinding({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }) {
  const text = `The data directory has ${Math.floor(freeBytes / mebibyte)} MiB of free space.`
  const remedy = 'Free space, or move the data directory to a larger volume.'
  if (freeBytes < 256 * mebibyte) return problem(text, remedy)
  return freeBytes < totalBytes / 10 && freeBytes < 10_240 * mebibyte
    ? warning(text, remedy)
    : ok(text)
}

export function jobsFindings({ dead, delayMs }: { dead: number; delayMs: number }): Finding[] {
  const late = Math.round(delayMs / 60_000)
  return [
    dead === 0
      ? ok('No job has failed permanently.')
      : warning(
          `${dead} jobs have failed permanently.`,
          'Run "almanac jobs dead" for the reasons, then "almanac jobs retry <id>".',
        ),
    late < 5
      ? ok('No job is late.')
      : problem(`A job has been due for ${late} minutes.`, 'Check that a server is running.'),
  ]
}

/** `ageMs` is undefined if the audit log knows of no backup. */
export function backupFinding(ageMs: number | undefined): Finding {
  const remedy = 'Run "almanac backup <file>" every day, and store the file on another machine.'
  if (ageMs === undefined) return warning('No backup was made with "almanac backup".', remedy)
  const days = Math.floor(ageMs / dayMs)
  const text = days === 0 ? 'A backup was made today.' : `The last backup is ${days} days old.`
  return days > 2 ? warning(text, remedy) : ok(text)
}

/** `lagS` is undefined if the running server does not replicate. */
export function replicaFinding(lagS: number | undefined): Finding {
  if (lagS === undefined) {
    return problem(
      'The running server does not replicate its database.',
      'Start it with ALMANAC_REPLICA.',
    )
  }
  const text = `The replica lacks the commits of the last ${Math.ceil(lagS)} seconds.`
  return lagS <= 30
    ? ok('The replica is up to date.')
    : problem(
        text,
        'Look at the log of the server for the reason, and check that the replica can be reached.',
      )
}

/** `driftMs` is how far the clock of the server, or of the proxy in front of it, is ahead. */
export function clockFinding(driftMs: number): Finding {
  const seconds = Math.round(Math.abs(driftMs) / 1000)
  return seconds <= 5
    ? ok('The clock of this machine agrees with that of the public URL.')
    : problem(
        `The clock of this machine differs by ${seconds} seconds from that of the public URL.`,
        'Synchronize the machines with NTP.',
      )
}

export function certificateFinding(host: string, leftMs: number): Finding {
  const days = Math.floor(leftMs / dayMs)
  const text = `The certificate of ${host} is valid for ${days} more days.`
  if (days < 0) return problem(`The certificate of ${host} has expired.`, 'Renew it now.')
  return days < 14 ? warning(text, 'Renew it, and check that its renewal is automatic.') : ok(text)
}
