import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { RunningServer } from '#/app.ts'
import { openLog } from '#/kernel/log.ts'
import { refuseContradictions } from '#/kernel/settings/contradictions.ts'
import { changedSettings, isDatabaseExposed } from '#/kernel/settings/settings.ts'
import { settingsTable } from '#/settings.ts'
import { loadCore, say, settingsOf, unknownSettings, withSettings } from './settings.ts'

export function addServe(program: Command): void {
  withSettings(
    program
      .command('serve')
      .description('Start the server.')
      .addHelpText(
        'after',
        `
Examples:
  almanac serve                                  embedded database, http://127.0.0.1:8080
  almanac serve --port 0 --data-dir /var/lib/almanac
  almanac serve --seed team.yaml                 start with the state in the file
  ALMANAC_DATABASE_URL=postgres://... almanac serve --host 0.0.0.0`,
      ),
    Object.keys(settingsTable),
  ).action(async (options: Record<string, string>) => {
    const settings = settingsOf(options)
    refuseContradictions(settings)
    collectSparingly()
    const [
      { openCore },
      { reserveData },
      { schemaState },
      { loadSeed },
      { serve, requireFreePort },
      { readTokensFile },
    ] = await Promise.all([
      loadCore(),
      import('#/storage/open.ts'),
      import('#/storage/schema/migrate.ts'),
      import('#/seeds/site-seeds.ts'),
      import('#/app.ts'),
      import('#/auth/credentials/dev-tokens.ts'),
    ])
    const log = openLog(settings.logLevel)
    if (settings.mode === 'production' && isDatabaseExposed(settings)) {
      log.warn(
        'the connection to PostgreSQL has no verified TLS; append ?sslmode=verify-full to its URL',
      )
    }
    const seed = await loadSeed(settings)
    // Refuses a file that is invalid before anything is created.
    if (settings.mode === 'dev' && settings.tokensFile !== '') readTokensFile(settings.tokensFile)
    const unknown = unknownSettings()
    if (unknown.length > 0)
      log.warn('ignored environment variables that are not settings', { unknown })
    await requireFreePort(settings)
    using _ = reserveData(settings)
    await using tracer = await loadTracer(settings)
    const hasStarter = settings.mode === 'dev' && settings.demo
    const firstContents = hasStarter ? 'starter' : 'schema'
    await using core = await openCore(settings, log, { firstContents, tracer })
    const server = await serve(core, seed)
    optimizeEarly()
    await core.audit.note({
      action: 'server.start',
      actorType: 'server',
      details: { settings: changedSettings(settingsTable, settings) },
    })
    const stopping = waitForStopSignal().then(() => {
      log.info('shutting down')
      exitAfterTimeout(settings)
    })
    say(...greeting(server, settings))
    const { needed, found } = await schemaState(core.database, core.database.schema)
    log.info('listening', {
      address: server.address,
      mode: settings.mode,
      engine: core.database.engine,
      schemaNeeded: needed,
      schemaFound: found,
    })
    await stopping
    await server.close()
    await log.flush()
  })
}

/** Loads the SDK of OpenTelemetry only if tracing is enabled. */
async function loadTracer(settings: ReturnType<typeof settingsOf>) {
  if (settings.tracesUrl === '') return undefined
  const { programVersion } = await import('#/kernel/version.ts')
  const { openTracer } = await import('#/kernel/tracing/open-telemetry.ts').catch((cause) => {
    throw new Error(
      'ALMANAC_TRACES_URL needs the optional packages of OpenTelemetry: install without --omit=optional.',
      { cause },
    )
  })
  return openTracer({ ...settings, version: programVersion() })
}

/**
 * Collects young garbage on the main thread only. Helper threads spend more time on coordination than
 * they save, and compete with other processes for the CPU.
 */
function collectSparingly(): void {
  setFlagsFromString('--no-parallel-scavenge')
  // Lets the young generation grow quickly under load instead of after many collections.
  setFlagsFromString('--semi-space-growth-factor=4')
}

/**
 * Optimizes functions after a fifth of the calls that V8 waits for by default. A request runs code that is many
 * times larger than its hottest parts, so that a server reaches its final speed only after 20,000 requests of a
 * kind; patches with syncs then cost a fifth less (`node bench/run.ts reads --only 4`). The start is not
 * affected, because its code is not optimized in vain.
 */
function optimizeEarly(): void {
  setFlagsFromString('--invocation-count-for-maglev=200')
  setFlagsFromString('--invocation-count-for-turbofan=600')
}

/** Exits even if something, such as the database, does not respond. */
function exitAfterTimeout(settings: ReturnType<typeof settingsOf>): void {
  const { drainDelayMs, drainIdleMs, drainTimeoutMs } = settings
  const drainMs = drainDelayMs + drainIdleMs + 2 * drainTimeoutMs
  setTimeout(() => process.exit(1), drainMs + closingMsMax).unref()
}

const closingMsMax = 10_000

function greeting(
  { address, printedToken }: RunningServer,
  { mode, calendarBasePath }: ReturnType<typeof settingsOf>,
): string[] {
  const lines = [`Almanac is listening on ${address} (${mode} mode).`]
  if (printedToken !== undefined) {
    lines.push(
      `Access token for demo@almanac.test: ${printedToken}`,
      `Try: curl -H 'Authorization: Bearer ${printedToken}' ${address}${calendarBasePath}/calendars/primary`,
    )
  }
  return lines
}

/** Resolves at the first signal to stop. A second signal ends the process immediately. */
function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(1)
        isStopping = true
        resolve()
      })
    }
  })
}
