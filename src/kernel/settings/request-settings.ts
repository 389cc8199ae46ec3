import {
  ceiling,
  choice,
  day,
  integer,
  mebibyte,
  second,
  securityRelevant,
} from './setting-kinds.ts'

/** Quotas, and the limits of requests, batches and connections. */
export const requestSettings = {
  quotaUserPerMinute: securityRelevant(ceiling(3_000, 'Quota units per user and minute')),
  quotaUserPerDay: securityRelevant(ceiling(500_000, 'Quota units per user and day')),
  quotaClientPerMinute: securityRelevant(ceiling(60_000, 'Quota units per client and minute')),
  quotaClientPerDay: securityRelevant(ceiling(10_000_000, 'Quota units per client and day')),
  quotaStatus: choice(
    '',
    ['', '403', '429'],
    'Status of responses to requests that exceed a quota. If empty, each service uses its documented status.',
  ),
  bodyBytesMax: securityRelevant(
    integer(
      2 * mebibyte,
      { min: 1024, max: 1e9 },
      'Maximum size of a request body after decompression, in bytes.',
    ),
  ),
  bodiesBytesMax: securityRelevant(
    integer(
      256 * mebibyte,
      { min: mebibyte, max: 1e12 },
      'Maximum size of all request bodies that are being received, in bytes. Beyond it, the largest ones are answered with 503.',
    ),
  ),
  headerBytesMax: securityRelevant(
    integer(
      32_768,
      { min: 4096, max: 1_048_576 },
      'Maximum size of the request line and headers, in bytes.',
    ),
  ),
  jsonDepthMax: securityRelevant(
    integer(64, { min: 4, max: 1000 }, 'Maximum nesting depth of a JSON body.'),
  ),
  jsonMembersMax: securityRelevant(
    integer(200_000, { min: 100, max: 1e8 }, 'Maximum number of members in a JSON body.'),
  ),
  batchBytesMax: securityRelevant(
    integer(
      16 * mebibyte,
      { min: 1024, max: 1e9 },
      'Maximum size of a batch request body after decompression, in bytes.',
    ),
  ),
  batchPartsMax: securityRelevant(
    integer(1000, { min: 1, max: 1000 }, 'Maximum number of calls in a batch.'),
  ),
  batchAnonymousPartsMax: securityRelevant(
    integer(
      50,
      { min: 0, max: 1000 },
      'Maximum number of calls in a batch that have neither a token nor an API key.',
    ),
  ),
  batchConcurrency: integer(16, { min: 1, max: 1000 }, 'Calls of a batch that run concurrently.'),
  batchReplyBytesMax: securityRelevant(
    integer(
      64 * mebibyte,
      { min: 1024, max: 1e10 },
      'Maximum size of the response to a batch, in bytes. Calls that have not started when it is reached are answered with 429.',
    ),
  ),
  batchTimeMaxMs: securityRelevant(
    integer(
      20 * second,
      { min: 10, max: day },
      'Time limit for all calls of a batch, in milliseconds. Calls that have not started by then are answered with 429.',
    ),
  ),
  headersTimeoutMs: securityRelevant(
    integer(
      20 * second,
      { min: 100, max: day },
      'Time limit for receiving the headers of a request, in milliseconds.',
    ),
  ),
  requestTimeoutMs: securityRelevant(
    integer(
      60 * second,
      { min: 100, max: day },
      'Time limit for receiving a whole request, in milliseconds.',
    ),
  ),
  stalledResponseMs: securityRelevant(
    integer(
      60 * second,
      { min: 100, max: day },
      'Time after which a connection is closed if the client reads nothing of a response, in milliseconds.',
    ),
  ),
  keepAliveTimeoutMs: integer(
    65 * second,
    { min: 0, max: day },
    'Time after which an idle connection is closed, in milliseconds.',
  ),
  requestsPerSocketMax: securityRelevant(
    integer(0, { min: 0, max: 1e9 }, 'Maximum number of requests per connection. 0 sets no limit.'),
  ),
  connectionsMax: securityRelevant(
    integer(10_000, { min: 1, max: 1e6 }, 'Maximum number of open connections.'),
  ),
}
