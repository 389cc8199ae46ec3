import { directoryChanged } from '#/auth/directory-sequence.ts'
import type { Log } from '#/kernel/log.ts'
import { removeLostEntries } from '../calendar/list-entries.ts'
import type { CalendarParts } from '../operation.ts'
import { lostReach } from '../store/changes.ts'
import { activeUsers, listWatchersAfter, listWatchersWith } from '../store/channels.ts'

type Parts = Pick<CalendarParts, 'database' | 'lists' | 'clock'> & { readonly log: Log }

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
  readonly #parts: Parts
  readonly #followers: Followers
  readonly #calendarIds = new Set<string>()
  #isEverything = false
  #timer: NodeJS.Timeout | undefined
  #watching: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(parts: Parts, followers: Followers) {
    this.#parts = parts
    this.#followers = followers
  }

  async start(): Promise<void> {
    const { database } = this.#parts
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
          this.#parts.log.warn('watched lists not put right', { error: String(error) })
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
      const page = { after, now: this.#parts.clock.nowMs(), limit: usersPerPage }
      const users = isEverything
        ? await listWatchersAfter(this.#parts.database, page)
        : await listWatchersWith(this.#parts.database, { ...page, calendarIds })
      await this.#settle(users)
      if (users.length < usersPerPage) return
      after = users.at(-1)!
    }
  }

  async #settle(userIds: readonly string[]): Promise<void> {
    const { database, lists, clock } = this.#parts
    const emails = await activeUsers(
      database,
      userIds.map((userId) => ({ userId })),
    )
    const store = {
      lists,
      reader: database,
      transaction: database.transaction.bind(database),
    }
    for (const [userId, email] of emails) {
      await removeLostEntries({ store, caller: { userId, email }, clock })
    }
  }
}
