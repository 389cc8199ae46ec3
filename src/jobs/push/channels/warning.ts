import type { Log } from '#/kernel/log.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { type JobKind, retriesOfRecurringJobs } from '../../job.ts'
import { type Mails, mailIdOf } from '../../mail/mails.ts'
import { channels, users } from '../../tables.ts'
import { watchChannel } from '../dispatcher.ts'
import type { Collection } from './channel.ts'
import { nameOf } from './watched-collections.ts'

const channelsPerTransaction = 100
const hourMs = 3_600_000

interface Context {
  readonly mails: Mails
  readonly log: Log
  readonly channelWarningHours: number
}

interface EndingChannel extends Collection {
  readonly key: string
  readonly id: string
  readonly email: string
  readonly address: string
  readonly resourceUri: string
  readonly expiresAt: number
  /** Whether its whole lifetime is shorter than the warning time, so that its user needs no warning. */
  readonly isShort: 0 | 1
}

/** The job that warns of channels that expire soon: users by mail, operators in the log. */
export const channelWarning = ({ mails, log, channelWarningHours }: Context): JobKind => ({
  kind: 'push.warning',
  pattern: channelWarningHours > 0 ? '*/10 * * * *' : undefined,
  ...retriesOfRecurringJobs,
  timeoutMs: 600_000,
  run: async (_payload, { database, clock, signal }) => {
    let warned = channelsPerTransaction
    while (warned === channelsPerTransaction && !signal.aborted) {
      const now = clock.nowMs()
      const ahead = channelWarningHours * hourMs
      const ending = await database.transaction(async (tx) => {
        const channels = await tx.all(listEnding, { now, ahead, count: channelsPerTransaction })
        for (const channel of channels) {
          if (channel.isShort === 0) await mails.put(tx, warningMail(channel))
          await tx.run(markWarned, { key: channel.key })
          // A claim skips rows that this transaction has locked.
          await tx.notify(watchChannel, nameOf(channel))
        }
        return channels
      })
      for (const { id: channelId, email, expiresAt, isShort } of ending) {
        if (isShort === 1) continue
        log.warn('channel expires soon', { channelId, email, expiresAt: momentText(expiresAt) })
      }
      warned = ending.length
    }
  },
})

function warningMail({ key, id, email, address, resourceUri, expiresAt }: EndingChannel) {
  const lines = [
    `The channel ${id} expires at ${momentText(expiresAt)}. No notifications are sent after that.`,
    `It watches ${resourceUri} and sends notifications to ${new URL(address).host}.`,
    'To keep receiving notifications, create a new channel before that time.',
  ]
  return {
    id: mailIdOf(`channel ${key}`, email),
    to: email,
    subject: `A channel expires soon: ${id}`,
    text: `${lines.join('\n')}\n`,
    html: lines.map((line) => `<p>${escapedText(line)}</p>`).join('\n'),
  }
}

const escapedText = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const momentText = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()

const listEnding = query<{ now: number; ahead: number; count: number }, EndingChannel>(
  ({ count, now, ahead }, { forUpdate }) => sql`
  select c.key, c.id, c.kind, c.owner, (select email from ${users} u where u.id = c.user_id) as email, c.address,
    c.resource_uri as "resourceUri", c.expires_at as "expiresAt",
    case when c.expires_at - c.created_at > ${ahead} then 0 else 1 end as "isShort"
  from ${channels} c
  where c.is_warned = 0 and c.expires_at > ${now} and c.expires_at <= ${now} + ${ahead}
  order by c.expires_at, c.key ${limit(count)} ${forUpdate}
`,
)

const markWarned = command<{ key: string }>(
  ({ key }) => sql`update ${channels} set is_warned = 1 where key = ${key}`,
)
