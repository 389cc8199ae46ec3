import { type AgainstBare, againstBare } from '../against-bare.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'

type Other = Pick<AgainstBare, 'name' | 'requests' | 'requestsPerRound'>

const batchParts = 50

/** What has no bound of its own but is good to know. */
export async function measureOthers(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start()
  const figures: Figure[] = []
  for (const other of othersFor(place.token)) {
    figures.push(
      await againstBare({
        ...other,
        place,
        server,
        connections: 16,
        rounds: 5,
        warmUpRequests: 2 * other.requestsPerRound,
      }),
    )
  }
  return figures
}

const othersFor = (token: string): Other[] => [
  {
    name: 'GET the settings list',
    requests: [requestBytes({ path: '/calendar/v3/users/me/settings', token })],
    requestsPerRound: 3_000,
  },
  {
    name: 'GET colors',
    requests: [requestBytes({ path: '/calendar/v3/colors', token })],
    requestsPerRound: 3_000,
  },
  {
    name: 'PATCH one calendar',
    requests: Array.from({ length: 90 }, (_, index) => patchRequest(token, index + 10)),
    requestsPerRound: 3_000,
  },
  {
    name: `batch of ${batchParts} GETs`,
    requests: [batchRequest(token)],
    requestsPerRound: 150,
  },
]

// Each one differs from its neighbors, because a patch that changes nothing writes nothing.
const patchRequest = (token: string, version: number): Buffer =>
  requestBytes({
    method: 'PATCH',
    path: '/calendar/v3/calendars/primary',
    token,
    body: JSON.stringify({ summary: `Plan ${version}` }),
  })

function batchRequest(token: string): Buffer {
  const part = (index: number) =>
    [
      '--part',
      'Content-Type: application/http',
      `Content-ID: <item-${index}>`,
      '',
      'GET /calendar/v3/calendars/primary HTTP/1.1',
      '',
      '',
    ].join('\r\n')
  const parts = Array.from({ length: batchParts }, (_, index) => part(index))
  return requestBytes({
    method: 'POST',
    path: '/batch/calendar/v3',
    token,
    contentType: 'multipart/mixed; boundary=part',
    body: `${parts.join('')}--part--\r\n`,
  })
}
