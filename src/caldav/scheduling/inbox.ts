import type { WireReply } from '#/http/wire.ts'
import { badRequest, notFound } from '#/kernel/errors.ts'
import type { ObjectsCall } from '#/services/calendar/service.ts'
import { matchOf } from '../conditions/conditions.ts'
import type { DavCall } from '../dav-call.ts'
import { readFilter } from '../filters.ts'
import {
  multistatusReply,
  type Properties,
  preconditionReply,
  propertiesIn,
  propertiesResponse,
  statusResponse,
} from '../multistatus.ts'
import { messageProperties } from '../properties.ts'
import { changesReply, hrefsIn, type NamedObject } from '../reports.ts'
import { objectHref, type Resource } from '../resources.ts'
import { childOf, fullName, type XmlElement } from '../xml/xml.ts'

type Message = Extract<Resource, { kind: 'message' }>

/** Names the calendar that the caller's inbox belongs to. */
const inboxOf = (call: DavCall): ObjectsCall => call.of(call.caller.email)

/** The message at an address, or a 404. */
export async function messageAt(call: DavCall, { name }: Message) {
  const [message] = await call.objects.inbox.get(inboxOf(call), [name])
  if (message === undefined) throw notFound()
  return message
}

/** Deletes a message that a program has processed. */
export async function deleteMessage(call: DavCall, { name }: Message): Promise<void> {
  await call.objects.inbox.delete(inboxOf(call), { name, match: await matchOf(call) })
}

/** The messages in the inbox, with their addresses. */
export async function messagesFound(
  call: DavCall,
): Promise<{ readonly address: string; readonly properties: Properties }[]> {
  const base = call.addresses.scheduling(call.caller.email, 'inbox')
  const messages = await call.objects.inbox.list(inboxOf(call))
  return messages.map(({ text: _, ...message }) => ({
    address: objectHref(base, message.name),
    properties: messageProperties(call, message),
  }))
}

/** Answers a report about the inbox. */
export async function inboxReportReply(call: DavCall): Promise<WireReply> {
  const { body } = call
  if (body === undefined) throw badRequest('A report has a body.')
  const { inbox } = call.objects
  const of = inboxOf(call)
  const base = call.addresses.scheduling(call.caller.email, 'inbox')
  const selection = propertiesIn(body)
  const render = (message: NamedObject) =>
    propertiesResponse(objectHref(base, message.name), messageProperties(call, message), selection)
  switch (body.name) {
    case fullName('c', 'calendar-query'): {
      const query = readFilter(childOf(body, fullName('c', 'filter')))
      const found = query.isOfOthers ? [] : await inbox.matching(of, query)
      return multistatusReply(found.map(render))
    }
    case fullName('c', 'calendar-multiget'):
      return multistatusReply(await multigetResponses(call, body, render))
    case fullName('d', 'sync-collection'):
      return changesReply(base, body, { changes: (page) => inbox.changes(of, page), render })
    default:
      return preconditionReply(403, fullName('d', 'supported-report'))
  }
}

async function multigetResponses(
  call: DavCall,
  body: XmlElement,
  render: (message: NamedObject) => string,
): Promise<string[]> {
  const addresses = hrefsIn(body)
  const names = addresses.map((address) => {
    const resource = call.resourceAt(address)
    return resource?.kind === 'message' ? resource.name : ''
  })
  const messages = await call.objects.inbox.get(inboxOf(call), names)
  return messages.map((message, at) =>
    message === undefined ? statusResponse(addresses[at]!, 404) : render(message),
  )
}
