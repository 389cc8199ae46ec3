import { waitingJobs } from '#/jobs/inspection.ts'
import { forAnyone, operation } from '../operation.ts'
import { Outbox } from '../schemas/outbox.ts'

const mailsShownMax = 1000

export const list = operation(
  {
    id: 'workbench.outbox.list',
    http: 'GET /outbox',
    summary: 'Shows the mail that waits to be sent.',
    params: {},
    reply: Outbox,
    ...forAnyone,
  },
  async ({ database, mailKinds }) => {
    const jobs = await waitingJobs(database, { kinds: mailKinds, limit: mailsShownMax })
    return {
      mails: jobs.map(({ id, kind, payload, createdAtMs }) => ({
        id,
        kind,
        createdAt: Temporal.Instant.fromEpochMilliseconds(createdAtMs).toString({
          smallestUnit: 'millisecond',
        }),
        content: payload,
      })),
    }
  },
)
