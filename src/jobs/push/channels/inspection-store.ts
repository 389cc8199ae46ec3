import { limit, sql } from '#/storage/sql/sql.ts'
import { command, type Parameters, query } from '#/storage/sql/statement.ts'
import { channelDeliveries, channels, users } from '../../tables.ts'
import type { Collection, Delivery } from './channel.ts'
import type { EndedChannel } from './channel-stops.ts'

export interface ChannelRow {
  readonly key: string
  readonly id: string
  readonly clientId: string
  readonly user: string
  readonly kind: string
  readonly resourceId: string
  readonly resourceUri: string
  readonly address: string
  readonly isSigned: 0 | 1
  readonly createdAt: number
  readonly expiresAt: number
  readonly messageNumber: number
  readonly attempts: number
  readonly dueAt: number | null
}

/** An empty user means all users. */
interface ChannelFilter {
  readonly userId: string
  readonly now: number
}

const ofUser = ({ userId }: Parameters<Pick<ChannelFilter, 'userId'>>) =>
  sql`(${userId} = '' or c.user_id = ${userId})`

export const listChannels = query<
  ChannelFilter & { readonly after: string; readonly limit: number },
  ChannelRow
>(
  (args) => sql`
  select c.key, c.id, c.client_id as "clientId", u.email as "user", c.kind,
    c.resource_id as "resourceId", c.resource_uri as "resourceUri", c.address,
    case when c.secret is null then 0 else 1 end as "isSigned", c.created_at as "createdAt",
    c.expires_at as "expiresAt", c.message_number as "messageNumber", c.attempts,
    c.due_at as "dueAt"
  from ${channels} c join ${users} u on u.id = c.user_id
  where ${ofUser(args)} and c.key > ${args.after} and c.expires_at > ${args.now}
  order by c.key ${limit(args.limit)}
`,
)

export const findChannel = query<ChannelFilter & { readonly key: string }, { key: string }>(
  (args) => sql`select c.key from ${channels} c
   where c.key = ${args.key} and ${ofUser(args)} and c.expires_at > ${args.now}`,
)

const columns = sql`d.message_number as "messageNumber", d.state, d.attempt, d.outcome, d.status,
  d.error, d.began_at as "beganAtMs", d.duration_ms as "durationMs"`

export const listDeliveries = query<{ key: string }, Delivery>(
  ({ key }) => sql`
  select ${columns} from ${channelDeliveries} d where d.channel_key = ${key}
  order by d.message_number desc, d.attempt desc, d.began_at desc
`,
)

/** The latest deliveries, oldest first. */
export const listLatestDeliveries = query<
  { limit: number },
  Delivery & { readonly channelId: string; readonly address: string }
>(
  (args) => sql`
  select * from (
    select c.id as "channelId", c.address, ${columns}
    from ${channelDeliveries} d join ${channels} c on c.key = d.channel_key
    order by d.began_at desc, d.message_number desc ${limit(args.limit)}
  ) latest order by "beganAtMs", "messageNumber"
`,
)

export const removeChannel = command<{ key: string; userId: string }, EndedChannel>(
  (args) => sql`
  delete from ${channels} as c where c.key = ${args.key} and ${ofUser(args)}
  returning key, leased_by as "leasedBy", leased_until as "leasedUntilMs"
`,
)

export const wantMessage = command<ChannelFilter & { readonly key: string }, Collection>(
  (args) => sql`
  update ${channels} as c set is_wanted = 1, due_at = null
  where c.key = ${args.key} and ${ofUser(args)} and c.expires_at > ${args.now}
  returning kind, owner
`,
)
