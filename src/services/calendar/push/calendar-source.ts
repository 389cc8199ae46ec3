import type { Contract, User } from '#/contract/operation.ts'
import type { ClaimedChannel } from '#/jobs/push/channels/channel.ts'
import type { Judgment, PushSource } from '#/jobs/push/source.ts'
import { ApiError } from '#/kernel/errors.ts'
import { watch as watchAcl } from '../acl/watch.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { hasChangedFor } from '../event/etag.ts'
import { watch as watchEvents } from '../events/watch.ts'
import { looksAtPublicRole, requireAccess } from '../sharing/access.ts'
import type { EffectiveRoles } from '../store/access/effective-roles.ts'
import { hasNewsOfEvents } from '../store/changes.ts'
import { activeUsers } from '../store/channels.ts'

type Context = Pick<CalendarDependencies, 'database' | 'calendars' | 'roles' | 'channels'>

const nothing: Judgment = { isWorthTelling: false, ownerKey: 0 }

/** The channels of this service, and whether there is news for them. */
export function calendarSource(context: Context): PushSource {
  const { database, channels } = context
  return {
    claimOf: (tx, collection, claim) => channels.claimOf(tx, collection, claim),
    claimRetries: (tx, claim) => channels.claimRetries(tx, claim),
    scan: (reader, page) => channels.scan(reader, page),
    isWatched: (reader, collection, now) => channels.isWatched(reader, collection, now),
    judge: async (claimed) => {
      const users = await activeUsers(database, claimed)
      const jury = new Jury(context)
      const judgments = new Map<string, Judgment>()
      for (const channel of claimed) {
        const email = users.get(channel.userId)
        const judgment = email === undefined ? nothing : jury.judge(channel, email)
        judgments.set(channel.key, judgment instanceof Promise ? await judgment : judgment)
      }
      return judgments
    },
  }
}

const always: Judgment = { isWorthTelling: true, ownerKey: 0 }

/** Answers equal questions once, because many channels watch the same calendar for the same user. */
class Jury {
  readonly #context: Context
  readonly #calendars = new Map<string, Promise<CalendarRow | undefined>>()
  readonly #judgments = new Map<string, Promise<Judgment>>()

  constructor(context: Context) {
    this.#context = context
  }

  judge(channel: ClaimedChannel, email: string): Judgment | Promise<Judgment> {
    const { kind, owner, userId, clientId, scopes, eventTypes, told, toldKey } = channel
    if (kind === 'calendarList' || kind === 'settings') return always
    const { incarnation, isSynced, isWanted } = channel
    const state = `${told} ${toldKey} ${incarnation} ${isSynced} ${isWanted}`
    const what = `${kind} ${owner} ${eventTypes} ${state}`
    // Client ids can contain anything, so they come last.
    const question = `${what} ${userId} ${scopes}\n${clientId}`
    return askOnce(this.#judgments, question, () => this.#judge(channel, email))
  }

  async #judge(channel: ClaimedChannel, email: string): Promise<Judgment> {
    const { kind, owner } = channel
    const { calendars } = this.#context
    const calendar = await askOnce(this.#calendars, owner, async () => calendars.find(owner))
    if (calendar === undefined) return nothing
    const { contract } = kind === 'events' ? watchEvents : watchAcl
    const maySee = await canWatch(this.#context, calendar, callerOf(channel, email), contract)
    const hasNews = kind === 'acl' || (await this.#hasNews(channel, calendar))
    return { isWorthTelling: maySee && hasNews, ownerKey: calendar.key }
  }

  #hasNews(channel: ClaimedChannel, { key }: CalendarRow): Promise<boolean> | boolean {
    const { database } = this.#context
    const { isSynced, isWanted, toldKey, told: since, eventTypes, userId } = channel
    const isOfBefore = channel.incarnation !== database.incarnation
    const isSure = isSynced === 0 || isWanted === 1 || isOfBefore || toldKey !== key
    if (isSure) return true
    const question = { calendarKey: key, since, eventTypes }
    return hasNewsOfEvents(database, question, (row) => hasChangedFor(row, { userId, since }))
  }
}

function askOnce<T>(answers: Map<string, Promise<T>>, question: string, ask: () => Promise<T>) {
  let answer = answers.get(question)
  if (answer === undefined) {
    answer = ask()
    answers.set(question, answer)
  }
  return answer
}

/** The creator of the channel, with the scopes of its token. */
const callerOf = ({ userId, clientId, scopes }: ClaimedChannel, email: string): User => ({
  kind: 'user',
  userId,
  clientId,
  email,
  scopes: new Set(scopes.split(' ')),
})

/** Whether the caller may still watch the calendar. */
export async function canWatch(
  { roles }: { readonly roles: EffectiveRoles },
  calendar: CalendarRow,
  caller: User,
  contract: Contract,
): Promise<boolean> {
  const role = await roles.of(calendar, caller)
  const publicRole = looksAtPublicRole(caller, contract)
    ? await roles.of(calendar, { kind: 'anonymous' })
    : 'none'
  try {
    requireAccess({ calendar, role, publicRole }, caller, contract)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
