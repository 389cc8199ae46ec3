import type { User } from '#/contract/operation.ts'
import type { ClaimedChannel } from '#/jobs/push/channel.ts'
import type { Judgement, PushSource } from '#/jobs/push/source.ts'
import type { Database } from '#/storage/port.ts'
import { watch as watchAcl } from '../acl/watch.ts'
import { watch as watchEvents } from '../events/watch.ts'
import type { CalendarParts } from '../operation.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { activeUsers } from '../store/channel-users.ts'
import { hasNewsOfEvents } from '../store/event-news.ts'
import { canWatch } from './can-watch.ts'

type Parts = Pick<CalendarParts, 'database' | 'calendars' | 'roles' | 'channels'>

const nothing: Judgement = { isWorthTelling: false, calendarKey: 0 }

/** The channels of this service, and what there is to tell of what they watch. */
export function calendarSource(parts: Parts): PushSource {
  const { database, channels } = parts
  return {
    claimOf: (tx, collection, claim) => channels.claimOf(tx, collection, claim),
    claimRetries: (tx, claim) => channels.claimRetries(tx, claim),
    scan: (reader, page) => channels.scan(reader, page),
    judge: async (claimed) => {
      const users = await activeUsers(database, claimed)
      const news = new News(database)
      const judgements = new Map<string, Judgement>()
      for (const channel of claimed) {
        const user = users.get(channel.userId)
        const judgement = user === undefined ? nothing : await judged(parts, channel, user, news)
        judgements.set(channel.key, judgement)
      }
      return judgements
    },
  }
}

async function judged(
  parts: Parts,
  channel: ClaimedChannel,
  email: string,
  news: News,
): Promise<Judgement> {
  const { kind, owner } = channel
  if (kind === 'calendarList' || kind === 'settings') {
    return { isWorthTelling: true, calendarKey: 0 }
  }
  const calendar = await parts.calendars.find(owner)
  if (calendar === undefined) return nothing
  const { contract } = kind === 'events' ? watchEvents : watchAcl
  const maySee = await canWatch(parts, calendar, callerOf(channel, email), contract)
  const hasNews = kind === 'acl' || (await news.isThere(channel, calendar, parts.database.epoch))
  return { isWorthTelling: maySee && hasNews, calendarKey: calendar.key }
}

/** The one who made the channel, as far as the token reached that it was made with. */
const callerOf = ({ userId, clientId, scopes }: ClaimedChannel, email: string): User => ({
  kind: 'user',
  userId,
  clientId,
  email,
  scopes: new Set(scopes.split(' ')),
})

/** Whether events have changed, asked once for all channels that know the same and watch the same. */
class News {
  readonly #database: Database
  readonly #known = new Map<string, Promise<boolean>>()

  constructor(database: Database) {
    this.#database = database
  }

  isThere(
    channel: ClaimedChannel,
    { key }: CalendarRow,
    epoch: number,
  ): Promise<boolean> | boolean {
    const { isSynced, isWanted, toldKey, told, eventTypes } = channel
    const isSure = isSynced === 0 || isWanted === 1 || channel.epoch !== epoch || toldKey !== key
    if (isSure) return true
    const question = `${key} ${told} ${eventTypes}`
    let answer = this.#known.get(question)
    if (answer === undefined) {
      answer = hasNewsOfEvents(this.#database, { calendarKey: key, since: told, eventTypes })
      this.#known.set(question, answer)
    }
    return answer
  }
}
