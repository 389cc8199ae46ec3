import type { HttpReply, WireBody } from './http.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'
import type { WireUser } from './wire-user.ts'

let channels = 0

/** An id that no other channel of this run has. */
export const freshChannelId = () => `channel-${process.pid}-${++channels}`

interface OpenChannel {
  readonly id: string
  readonly resourceId: string
  readonly address: string
}

/** Asks for a channel; what the body leaves out is filled in. */
export const watch = (user: WireUser, path: string, body: object): Promise<HttpReply> =>
  user.post(`${path}/watch`, { id: freshChannelId(), type: 'web_hook', ...body })

/** Opens a channel and waits for the message that says so. */
export async function openChannel(
  receiver: WebhookReceiver,
  user: WireUser,
  path: string,
  { address = receiver.address(), ...body }: { address?: string } & Record<string, unknown> = {},
): Promise<OpenChannel> {
  const reply = await watch(user, path, { address, ...body })
  if (reply.status !== 200) throw new Error(`no channel: ${reply.status} ${reply.text}`)
  await receiver.until(address, 1)
  const { id, resourceId } = reply.json as WireBody & { id: string; resourceId: string }
  return { id, resourceId, address }
}

export const stop = (user: WireUser, { id, resourceId }: Omit<OpenChannel, 'address'>) =>
  user.post('/channels/stop', { id, resourceId })

const start = { dateTime: '2026-05-04T10:00:00Z' }
const end = { dateTime: '2026-05-04T11:00:00Z' }

/** Adds an event and gives its id. */
export async function addEvent(
  user: WireUser,
  calendarPath: string,
  body: object = {},
): Promise<string> {
  const reply = await user.post(`${calendarPath}/events`, { summary: 'Lunch', start, end, ...body })
  if (reply.status !== 200) throw new Error(`no event: ${reply.status} ${reply.text}`)
  return reply.json.id!
}
