import { directoryChanged } from '#/auth/directory/directory-sequence.ts'
import type { Log } from '#/kernel/log.ts'
import { removeLostEntries } from '../calendar/entry.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { lostReach } from '../store/changes.ts'
import { activeUsers, listWatchersAfter, listWatchersWith } from '../store/channels.ts'

type Context = Pick<CalendarDependencies, 'database' | 'lists' | 'clock'> & { readonly log: Log }

const gatherMs = 20
const foreignLookEveryMs = 20_000
const usersPerPage = 100

/** Further users who follow their calendar list at the moment. */
type Followers = () => readonly string[]

/**
 * Removes calendars from watched lists when their users lose access. Other lists are updated when
 * they are read, but watchers of a list wait for a message.
 */
export class LostEntries {
  readonly #context: Context
  readonly #followers: Followers
  readonly #calendarIds = new Set<string>()
  #isEverything = false
  #timer: NodeJS.Timeout | undefined
  #watching: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(context: Context, followers: Followers) {
    this.#context = context
    this.#followers = followers
  }

  async start(): Promise<void> {
    const { database } = this.#context
    await database.listen(lostReach, (calendarId) => {
      if (calendarId === '') return this.#everything()
      this.#calendarIds.add(calendarId)
      this.#soon()
    })
    await database.listen(directoryChanged, () => this.#everything())
    // Commands change an embedded database without notification.
    let seen = database.foreignChanges()
    this.#watching = setInterval(() => {
      const present = database.foreignChanges()
      if (present !== seen) this.#everything()
      seen = present
    }, foreignLookEveryMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#watching)
    clearTimeout(this.#timer)
    await this.#work
  }

  #everything(): void {
    this.#isEverything = true
    this.#soon()
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#work = this.#work
        .then(() => this.#look())
        .catch((error: unknown) => {
          this.#context.log.warn('could not update watched calendar lists', {
            error: String(error),
          })
        })
    }, gatherMs)
  }

  async #look(): Promise<void> {
    const calendarIds = [...this.#calendarIds]
    const isEverything = this.#isEverything
    this.#calendarIds.clear()
    this.#isEverything = false
    await this.#settle(this.#followers())
    for (let after = ''; ; ) {
      const page = { after, now: this.#context.clock.nowMs(), limit: usersPerPage }
      const users = isEverything
        ? await listWatchersAfter(this.#context.database, page)
        : await listWatchersWith(this.#context.database, { ...page, calendarIds })
      await this.#settle(users)
      if (users.length < usersPerPage) return
      after = users.at(-1)!
    }
  }

  async #settle(userIds: readonly string[]): Promise<void> {
    const { database } = this.#context
    const emails = await activeUsers(
      database,
      userIds.map((userId) => ({ userId })),
    )
    for (const [userId, email] of emails) {
      await removeLostEntries({ ...this.#context, caller: { userId, email } })
    }
  }
}
