import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Core, openCore } from '#/core.ts'
import { jobs, promptJobs } from '#/jobs/tables.ts'
import { ApiError } from '#/kernel/errors.ts'
import { silentLog } from '#/kernel/log.ts'
import { type LocalCall, LocalClient } from '#/local-client.ts'
import { calendarEvents, calendars } from '#/services/calendar/store/tables.ts'
import { readSettings } from '#/settings.ts'
import { openSite, type Site } from '#/site.ts'
import { raw, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import type { WireBody } from './http.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A job that a write has left, and that waits for the test to run it. */
interface HeldJob {
  readonly id: string
  readonly kind: string
  /** Of `calendar.reconcile`: an event, and whose copies follow it. Of `calendar.sweep`: a calendar. */
  readonly payload: {
    readonly key: number
    readonly id: string
    readonly calendarIds: readonly string[]
    readonly calendarKey: number
  }
  readonly run: () => Promise<void>
}

/** A site in this process whose writes leave jobs that run when the test says so. */
export class HeldSite implements AsyncDisposable {
  readonly core: Core
  /** What has been left since the test last looked. */
  readonly held: HeldJob[] = []
  readonly #unrun = new Set<HeldJob>()
  readonly #folder: string
  readonly #site: Site
  readonly #client: LocalClient

  private constructor(folder: string, core: Core, site: Site) {
    this.#folder = folder
    this.core = core
    this.#site = site
    this.#client = new LocalClient(core, site)
  }

  static async open(): Promise<HeldSite> {
    const dataDir = mkdtempSync(join(temporaryFolder, 'almanac-held-'))
    const flags = { dataDir, mode: 'dev', demo: '0', attendeeWaitMs: '0' }
    let site: HeldSite | undefined
    const core = await openCore(readSettings({ flags }), silentLog, {
      isDurable: false,
      startJob: ({ id, kind, payload }, run) => {
        site!.#hold({ id, kind, payload: JSON.parse(payload), run })
      },
    })
    const options = { address: () => '', worlds: undefined, hasBackground: false }
    site = new HeldSite(dataDir, core, await openSite(core, options))
    return site
  }

  #hold(job: HeldJob): void {
    this.held.push(job)
    this.#unrun.add(job)
  }

  /** The status of a call, and what it answers. */
  async call(request: LocalCall): Promise<{ readonly status: number; readonly json: WireBody }> {
    try {
      return { status: 200, json: (await this.#client.call(request)) as WireBody }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { status: error.status, json: { message: error.message } as WireBody }
    }
  }

  async run(job: HeldJob): Promise<void> {
    this.#unrun.delete(job)
    // A job that has lost its lease leaves what follows to another one, which runs when the test says so.
    const { id } = job
    const queue = adHocCommand<{ id: string }, never>(
      ({ id }) => sql`insert into ${jobs}
        (id, kind, payload, state, due_at, attempts, created_at, leased_by)
        select id, kind, payload, 'ready', created_at, 1, created_at, leased_by
        from ${promptJobs} where id = ${id}`,
    )
    const take = adHocCommand<{ id: string }, never>(
      ({ id }) => sql`delete from ${promptJobs} where id = ${id}`,
    )
    await this.core.database.transaction(async (tx) => {
      await tx.run(queue, { id })
      await tx.run(take, { id })
    })
    await job.run()
  }

  /** The last change number of every calendar. */
  async changeNumbers(): Promise<readonly unknown[]> {
    return this.core.database.all(
      adHocQuery(() => sql`select id, change_number from ${calendars}`),
      none,
    )
  }

  /** The requests on some calendars that no organizer's event has taken over. */
  async requestsOn(calendarIds: readonly string[]): Promise<readonly unknown[]> {
    const { database } = this.core
    const calendars = await Promise.all(
      calendarIds.map((id) => this.core.calendar.calendars.find(id)),
    )
    const keys = calendars.flatMap((calendar) => calendar?.key ?? [])
    const select = adHocQuery(
      () => sql`select id, internal from ${calendarEvents}
        where internal like '%"request"%' and calendar_key in (${raw(keys.join(', '))})`,
    )
    return database.all(select, none)
  }

  /** The jobs that have failed since the test last looked, with their errors. */
  async takeFailures(): Promise<readonly { readonly error: string }[]> {
    const { database } = this.core
    const select = adHocQuery<never, { error: string }>(
      () => sql`select last_error as error from ${jobs} where last_error is not null`,
    )
    const failures = await database.all(select, none as never)
    const remove = adHocCommand(() => sql`delete from ${jobs} where last_error is not null`)
    await database.transaction((tx) => tx.run(remove, none))
    return failures
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const job of this.#unrun) await this.run(job)
    await this.#site[Symbol.asyncDispose]()
    await this.core[Symbol.asyncDispose]()
    rmSync(this.#folder, { recursive: true })
  }
}

/** The jobs of one scene, which it runs in an order of its own. */
export class HeldQueue {
  readonly #site: HeldSite
  readonly #waiting: HeldJob[] = []
  readonly #known = new Set<HeldJob>()

  constructor(site: HeldSite) {
    this.#site = site
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** Adds what was left since the last call. */
  take(): void {
    for (const job of this.#site.held.splice(0)) this.add(job)
  }

  add(job: HeldJob): void {
    this.#waiting.push(job)
    this.#known.add(job)
  }

  /** Runs one of the jobs that wait, which goes on waiting where it is to be repeated. */
  async runNext({ place, isRepeated = false }: Turn): Promise<HeldJob | undefined> {
    const at = place % Math.max(1, this.#waiting.length)
    const job = this.#waiting[at]
    if (job === undefined) return undefined
    if (!isRepeated) this.#waiting.splice(at, 1)
    await this.#site.run(job)
    this.take()
    return job
  }

  /** Runs every job that there was once more; says what has changed by that. */
  async repeatAll(): Promise<readonly unknown[]> {
    const before = await this.#site.changeNumbers()
    for (const job of this.#known) await this.#site.run(job)
    const after = await this.#site.changeNumbers()
    const changed = after.filter((one, index) => !isDeepStrictEqual(one, before[index]))
    return [...changed, ...this.#site.held.splice(0)]
  }
}

interface Turn {
  readonly place: number
  readonly isRepeated?: boolean
}
