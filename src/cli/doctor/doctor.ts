import { existsSync, statfsSync, statSync } from 'node:fs'
import { connect } from 'node:tls'
import type { Command } from 'commander'
import { noFilter } from '#/audit/reading.ts'
import type { Core } from '#/core.ts'
import { jobCounts, jobDelayMs } from '#/jobs/inspection.ts'
import { SmtpTransport } from '#/jobs/mail/smtp-transport.ts'
import { httpDateMs, systemClock } from '#/kernel/clock.ts'
import { refuseContradictions } from '#/kernel/settings/contradictions.ts'
import type { Settings } from '#/settings.ts'
import { say, settingsOf, unknownSettings, withExistingCore, withSettings } from '../settings.ts'
import {
  backupFinding,
  certificateFinding,
  clockFinding,
  diskFinding,
  type Finding,
  folderFinding,
  jobsFindings,
  ok,
  problem,
  replicaFinding,
  settingsFindings,
  variablesFindings,
} from './findings.ts'

export function addDoctor(program: Command): void {
  withSettings(
    program
      .command('doctor')
      .description('Check an installation and say how to fix what is wrong.')
      .addHelpText(
        'after',
        `
Checks the settings, the data directory, the database, jobs, backups, the running server, its replica, its public URL
with certificate and proxy, and the mail server. Use the settings and the environment of your server. The
exit status is 1 if there is a problem.

Examples:
  almanac doctor --data-dir /var/lib/almanac
  almanac doctor --settings /etc/almanac/settings.json`,
      ),
    ['dataDir', 'databaseUrl', 'replica', 'publicUrl', 'host', 'port', 'smtpUrl'],
  ).action(async (options: Record<string, string>) => {
    const settings = settingsOf(options)
    refuseContradictions(settings)
    const results: Finding[] = [
      ...settingsFindings(settings),
      ...variablesFindings(unknownSettings()),
      ...folderFindings(settings),
    ]
    await withExistingCore(options, async (core) => {
      results.push(...(await databaseFindings(core)))
    }).catch((error: Error) =>
      results.push(problem(`The database cannot be used: ${error.message}`, databaseRemedy)),
    )
    results.push(await serverFinding(settings))
    if (settings.replica !== '') results.push(await replicationFinding(settings))
    if (settings.publicUrl.startsWith('https:')) {
      results.push(...(await publicFindings(settings.publicUrl)))
    }
    if (settings.smtpUrl !== '') results.push(await mailFinding(settings))
    for (const { level, text, remedy } of results) {
      say(`${level === 'ok' ? 'ok' : level.toUpperCase()}: ${text}`)
      if (remedy !== undefined) say(`  ${remedy}`)
    }
    const counts = Object.groupBy(results, ({ level }) => level)
    const problems = counts.problem?.length ?? 0
    say(`Problems: ${problems}. Warnings: ${counts.warning?.length ?? 0}.`)
    if (problems > 0) process.exitCode = 1
  })
}

const databaseRemedy =
  'Check ALMANAC_DATA_DIR or ALMANAC_DATABASE_URL, and that this user may access the database.'

function folderFindings({ dataDir }: Settings): Finding[] {
  if (!existsSync(dataDir)) return []
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  return [
    folderFinding(dataDir, statSync(dataDir).mode),
    diskFinding({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
  ]
}

async function databaseFindings({ database, clock, auditReader }: Core): Promise<Finding[]> {
  const { bytes, connections } = await database.vitals()
  const counts = await jobCounts(database)
  const dead = counts
    .filter(({ state }) => state === 'dead')
    .reduce((sum, { count }) => sum + count, 0)
  const filter = { ...noFilter, action: 'command.backup' }
  const [backup] = await auditReader.page(filter, { before: undefined, limit: 1 })
  return [
    ok(`The database (${database.engine}) has ${Math.ceil(bytes / 1024 ** 2)} MiB.`),
    ...(connections !== undefined && connections.open > connections.max * 0.9
      ? [
          problem(
            `${connections.open} of ${connections.max} connections to PostgreSQL are open.`,
            'Increase max_connections, or use fewer processes or a connection pooler.',
          ),
        ]
      : []),
    ...jobsFindings({ dead, delayMs: await jobDelayMs(database, clock) }),
    backupFinding(backup && clock.machineMs() - backup.at),
  ]
}

const answerMsMax = 5_000

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerMsMax) })

/** The reason of an error of `fetch` is in its cause. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : message

function localUrl({ host, port }: Settings): string {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

async function replicationFinding(settings: Settings): Promise<Finding> {
  try {
    const authorization = { Authorization: `Bearer ${settings.metricsToken}` }
    const metrics = await (await get(`${localUrl(settings)}/metrics`, authorization)).text()
    const [, lag] = /^almanac_replica_lag_seconds (\S+)$/m.exec(metrics) ?? []
    return replicaFinding(lag === undefined ? undefined : Number(lag))
  } catch (error) {
    return problem(
      `The state of the replica is unknown: ${reasonOf(error as Error)}.`,
      'Start the server, or look at its log.',
    )
  }
}

async function serverFinding(settings: Settings): Promise<Finding> {
  const url = localUrl(settings)
  const remedy = 'Start the server, or look at its log.'
  try {
    const { ok: isReady, status } = await get(`${url}/readyz`)
    return isReady
      ? ok(`The server at ${url} is ready.`)
      : problem(`The server at ${url} is not ready (${status}).`, remedy)
  } catch (error) {
    return problem(`No server answers at ${url}: ${reasonOf(error as Error)}.`, remedy)
  }
}

async function publicFindings(publicUrl: string): Promise<Finding[]> {
  const root = publicUrl.replace(/\/+$/, '')
  const { hostname: host, port } = new URL(root)
  try {
    const startedMs = systemClock.machineMs()
    const description = await get(`${root}/.well-known/openid-configuration`)
    const serverMs = httpDateMs(description.headers.get('date') ?? '')
    const { issuer } = (await description.json()) as { issuer?: unknown }
    const metrics = await get(`${root}/metrics`)
    return [
      issuer === root
        ? ok(`This server answers at ${root}.`)
        : problem(
            `${root} is answered by something else, whose issuer is ${JSON.stringify(issuer)}.`,
            'Check ALMANAC_PUBLIC_URL and where the proxy sends requests.',
          ),
      metrics.ok
        ? problem(
            `Anybody can read ${root}/metrics.`,
            'Set ALMANAC_METRICS_TOKEN, or let the proxy send X-Forwarded-For; without either, requests look as if they came from this machine.',
          )
        : ok('Metrics are not public.'),
      ...(Number.isNaN(serverMs) ? [] : [clockFinding(serverMs - startedMs)]),
      certificateFinding(host, (await certificateEndMs(host, Number(port || 443))) - startedMs),
    ]
  } catch (error) {
    return [
      problem(
        `${root} cannot be reached: ${reasonOf(error as Error)}.`,
        'Check DNS, the proxy and its certificate.',
      ),
    ]
  }
}

/** When the certificate of a host expires. */
function certificateEndMs(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: answerMsMax }, () => {
      resolve(httpDateMs(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('the connection timed out')))
  })
}

async function mailFinding({ smtpUrl, mode }: Settings): Promise<Finding> {
  const transport = new SmtpTransport({ url: smtpUrl, mode })
  const { host } = new URL(smtpUrl)
  try {
    await transport.verify()
    return ok(`The mail server ${host} accepts the connection.`)
  } catch (error) {
    return problem(
      `The mail server ${host} cannot be used: ${(error as Error).message}`,
      'Check ALMANAC_SMTP_URL.',
    )
  } finally {
    transport.close()
  }
}
