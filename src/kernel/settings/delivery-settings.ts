import {
  choice,
  hostNames,
  integer,
  mailbox,
  minute,
  ports,
  second,
  securityRelevant,
  smtpUrl,
} from './setting-kinds.ts'

/** Jobs, mail, push notifications and the channels that request them. */
export const deliverySettings = {
  jobsConcurrency: integer(8, { min: 1, max: 1000 }, 'Jobs that a process runs concurrently.'),
  attendeeWaitMs: integer(
    2 * second,
    { min: 0, max: minute },
    'How long a write to an event waits until the calendars of attendees on this server are updated, in milliseconds.',
  ),
  smtpUrl: securityRelevant(
    smtpUrl(
      'URL of the mail server, `smtp://user:password@host:587`. If empty, mail is stored but not sent.',
    ),
  ),
  mailFrom: mailbox('Almanac <no-reply@almanac.test>', 'Sender of mail.'),
  mailKeepDays: integer(30, { min: 1, max: 3650 }, 'Days after which stored mail is deleted.'),
  webhookPrivate: securityRelevant(
    choice(
      '',
      ['', 'allow', 'deny'],
      'Whether push notifications may be sent to private addresses, there also over http. If empty, this is allowed in dev mode and denied in production.',
    ),
  ),
  webhookPorts: securityRelevant(
    ports(
      'Ports that push notifications may be sent to. If empty, 443 and 8443, or any port if private addresses are allowed.',
    ),
  ),
  webhookHosts: securityRelevant(
    hostNames(
      'Hosts that push notifications may be sent to, including their subdomains. If empty, all hosts that the other settings allow.',
    ),
  ),
  webhookTimeoutMs: securityRelevant(
    integer(
      10 * second,
      { min: 100, max: minute },
      'Time limit for the response to a push notification, in milliseconds.',
    ),
  ),
  webhookInFlightMax: integer(
    128,
    { min: 1, max: 10_000 },
    'Push notifications that a process sends concurrently.',
  ),
  webhookPerHostMax: integer(
    64,
    { min: 1, max: 1000 },
    'Push notifications that a process sends concurrently to one host.',
  ),
  webhookReplyBytesMax: securityRelevant(
    integer(
      16_384,
      { min: 0, max: 1_048_576 },
      'Maximum size of the response to a push notification that is read, in bytes.',
    ),
  ),
  webhookLogMax: integer(
    50,
    { min: 1, max: 1000 },
    'Maximum number of deliveries in the log of a channel.',
  ),
  channelDays: integer(
    7,
    { min: 1, max: 3650 },
    'Lifetime of a channel that does not request one, in days.',
  ),
  channelDaysMax: integer(30, { min: 1, max: 3650 }, 'Maximum lifetime of a channel, in days.'),
  channelWarningHours: integer(
    0,
    { min: 0, max: 720 },
    'Hours before the expiration of a channel at which its user is notified by mail. 0 sends no mail.',
  ),
  channelsPerUserMax: securityRelevant(
    integer(5000, { min: 1, max: 1e7 }, 'Maximum number of channels per user.'),
  ),
  channelsPerResourceMax: securityRelevant(
    integer(2000, { min: 1, max: 1e7 }, 'Maximum number of channels that watch the same resource.'),
  ),
}
