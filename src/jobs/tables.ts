import type { SchemaPart } from '#/storage/schema/schema.ts'
import {
  distributedBy,
  index,
  integer,
  nullable,
  onCoordinator,
  onEveryServer,
  partial,
  references,
  table,
  text,
  uniqueIndex,
} from '#/storage/sql/table.ts'

const untilDone = onCoordinator('Only work that is due soon is stored, and any process takes it.')
const ofFewRows = onCoordinator('It has few rows.')

/** The part of the table of `auth`, a higher layer, that jobs read. */
export const users = table('users', {
  columns: { id: text, email: text },
  key: ['id'],
  distribution: onEveryServer,
})

/** Notification channels. `told` is the change number at the last notification. */
export const channels = table('channels', {
  columns: {
    key: text,
    client_id: text,
    id: text,
    user_id: references(users),
    kind: text,
    owner: text,
    event_types: text,
    scopes: text,
    token_hash: nullable(text),
    grant_id: nullable(text),
    address: text,
    token: nullable(text),
    secret: nullable(text),
    resource_id: text,
    resource_uri: text,
    created_at: integer,
    expires_at: integer,
    is_warned: integer,
    told: integer,
    told_key: integer,
    telling: integer,
    is_synced: integer,
    is_wanted: integer,
    message_number: integer,
    attempts: integer,
    tries: integer,
    due_at: nullable(integer),
    leased_by: nullable(text),
    leased_until: nullable(integer),
    incarnation: text,
  },
  distribution: onCoordinator('They are found by client, collection, user and due time.'),
  key: ['key'],
  indexes: {
    channels_by_collection: index('owner', 'kind'),
    channels_by_expiry: index('expires_at'),
    channels_by_grant: partial(index('grant_id'), 'grant_id is not null'),
    channels_by_id: uniqueIndex('client_id', 'id'),
    channels_by_token: partial(index('token_hash'), 'token_hash is not null'),
    channels_by_user: index('user_id', 'key'),
    channels_to_retry: partial(index('due_at'), 'due_at is not null'),
    channels_to_warn: partial(index('expires_at'), 'is_warned = 0'),
  },
})

/** The last deliveries of each channel as a ring buffer. */
export const channelDeliveries = table('channel_deliveries', {
  columns: {
    channel_key: references(channels),
    slot: integer,
    message_number: integer,
    state: text,
    attempt: integer,
    outcome: text,
    status: nullable(integer),
    error: nullable(text),
    began_at: integer,
    duration_ms: integer,
  },
  distribution: onCoordinator('They belong to channels.'),
  key: ['channel_key', 'slot'],
})

export const jobs = table('jobs', {
  columns: {
    id: text,
    kind: text,
    key: nullable(text),
    payload: text,
    state: text,
    due_at: integer,
    attempts: integer,
    leased_by: nullable(text),
    leased_until: nullable(integer),
    last_error: nullable(text),
    created_at: integer,
    finished_at: nullable(integer),
  },
  distribution: untilDone,
  key: ['id'],
  indexes: {
    jobs_by_due: partial(index('due_at', 'id'), "state = 'ready'"),
    jobs_by_key: partial(uniqueIndex('kind', 'key'), 'key is not null'),
    jobs_by_kind: partial(index('kind', 'due_at'), "state = 'ready'"),
    jobs_dead: partial(index('finished_at'), "state = 'dead'"),
    jobs_running: partial(index('leased_until'), "state = 'running'"),
  },
})

/**
 * Jobs that the process that enqueued them runs at once. They are stored with the calendar whose write enqueued
 * them, so that the transaction is on one server of a cluster. What that process cannot do becomes a row of `jobs`.
 */
export const promptJobs = table('prompt_jobs', {
  columns: {
    bucket: integer,
    id: text,
    kind: text,
    payload: text,
    created_at: integer,
    leased_by: text,
    leased_until: integer,
  },
  distribution: distributedBy('bucket', 'calendar'),
  key: ['id', 'bucket'],
  indexes: {
    prompt_jobs_by_lease: index('leased_until'),
  },
})

/** Mail: waiting, sent, kept for inspection, or failed. */
export const mails = table('mails', {
  columns: {
    id: text,
    recipient: text,
    sender: text,
    sender_name: nullable(text),
    reply_to: nullable(text),
    subject: text,
    text_part: text,
    html_part: text,
    calendar_part: nullable(text),
    calendar_method: nullable(text),
    message_id: text,
    state: text,
    attempts: integer,
    last_error: nullable(text),
    created_at: integer,
    sent_at: nullable(integer),
  },
  distribution: untilDone,
  key: ['id'],
  indexes: {
    mails_by_creation: index('created_at', 'id'),
    mails_over: partial(index('created_at'), "state <> 'waiting'"),
  },
})

/** When scheduled jobs run next. */
export const timetable = table('timetable', {
  columns: {
    name: text,
    pattern: text,
    next_at: integer,
  },
  distribution: ofFewRows,
  key: ['name'],
})

/** Processes on a database server that send notifications, and until when they count as alive. */
export const processes = table('processes', {
  columns: {
    id: text,
    alive_until: integer,
  },
  distribution: ofFewRows,
  key: ['id'],
})

export const jobsSchema: SchemaPart = {
  tables: [channels, channelDeliveries, jobs, mails, timetable, processes],
  laterTables: [promptJobs],
  unarchived: [processes],
}
