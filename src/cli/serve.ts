import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { RunningServer } from '#/app.ts'
import { openLog } from '#/kernel/log.ts'
import { changedSettings } from '#/kernel/settings.ts'
import { settingsTable } from '#/kernel/settings-table.ts'
import { loadCore, say, settingsOf, withSettings } from './settings.ts'

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
  almanac serve --seed team.yaml                 begin with what the file describes
  ALMANAC_DATABASE_URL=postgres://... almanac serve --host 0.0.0.0`,
      ),
    Object.keys(settingsTable),
  ).action(async (options: Record<string, string>) => {
    const settings = settingsOf(options)
    collectSparingly()
    const [{ openCore, reserveData }, { serve }] = await Promise.all([
      loadCore(),
      import('#/app.ts'),
    ])
    const log = openLog(settings.logLevel)
    using _ = reserveData(settings)
    await using core = await openCore(settings, log)
    const server = await serve(core)
    await core.audit.note({
      action: 'server.start',
      actorType: 'server',
      details: { settings: changedSettings(settings) },
    })
    say(...greeting(server, settings))
    log.info('listening', {
      address: server.address,
      mode: settings.mode,
      engine: core.database.engine,
    })
    await untilAsked()
    log.info('shutting down')
    endInAnyCase(settings.drainTimeoutMs)
    await server.close()
    log.flush()
  })
}

/**
 * What a request leaves behind is collected by the main thread alone. Threads that help it take more
 * time to agree than there is to do, and take it from whatever else the machine runs.
 */
function collectSparingly(): void {
  setFlagsFromString('--no-parallel-scavenge')
  // What is young has room for a load soon after it comes, and not only after many collections.
  setFlagsFromString('--semi-space-growth-factor=4')
}

/** Nothing that does not answer, such as a database, keeps the process for ever. */
function endInAnyCase(drainTimeoutMs: number): void {
  setTimeout(() => process.exit(1), 2 * drainTimeoutMs + closingMsMax).unref()
}

const closingMsMax = 10_000

function greeting(
  { address, printedToken }: RunningServer,
  { mode, calendarBasePath }: ReturnType<typeof settingsOf>,
): string[] {
  const lines = [`Almanac is listening on ${address} (${mode} mode).`]
  if (printedToken !== undefined) {
    lines.push(
      `Token of demo@almanac.test: ${printedToken}`,
      `Try: curl -H 'Authorization: Bearer ${printedToken}' ${address}${calendarBasePath}/calendars/primary`,
    )
  }
  return lines
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isAsked) process.exit(1)
        isAsked = true
        resolve()
      })
    }
  })
}
