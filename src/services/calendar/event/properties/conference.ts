import { isDeepStrictEqual } from 'node:util'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { ConferenceData, EntryPoint } from '../../schemas/event.ts'
import { type EventContext, type NewConference, withoutAbsent } from '../event-content.ts'

/** The conference of an event: requested, copied from another event, unchanged or removed. */
export function draftConference(
  requested: ConferenceData | undefined,
  stored: ConferenceData | undefined,
  context: EventContext,
): ConferenceData | undefined {
  if (context.reading.conferenceDataVersion === 0) return stored
  if (requested === undefined || Object.keys(requested).length === 0) return undefined
  if (isWhole(requested))
    return takenConference(requested, stored, context.calendar.conferenceTypes)
  if (requested.createRequest === undefined) {
    throw invalidField('Invalid conference data: a solution and a way in, or a request is needed.')
  }
  const { requestId } = requested.createRequest
  if (!requestId) throw requiredField('Missing conference request id.')
  return requestId === stored?.createRequest?.requestId
    ? stored
    : requestedConference(requested, context)
}

const isWhole = ({ conferenceSolution, entryPoints = [] }: ConferenceData) =>
  conferenceSolution !== undefined && entryPoints.length > 0

const success = { statusCode: 'success' }

function requestedConference(requested: ConferenceData, context: EventContext): ConferenceData {
  const [defaultType] = context.calendar.conferenceTypes
  const type = requested.createRequest?.conferenceSolutionKey?.type || defaultType
  if (type === undefined || !context.calendar.conferenceTypes.includes(type)) {
    throw invalidField('Invalid conference type value.')
  }
  const { code, uri, signature } = context.newConference()
  return withoutAbsent({
    createRequest: {
      requestId: requested.createRequest?.requestId,
      conferenceSolutionKey: { type },
      status: success,
    },
    entryPoints: [{ entryPointType: 'video', uri, label: uri.replace(/^https?:\/\//, '') }],
    conferenceSolution: { key: { type }, name: 'Online meeting' },
    conferenceId: code,
    signature,
    notes: requested.notes || undefined,
    parameters: requested.parameters,
  }) as ConferenceData
}

function takenConference(
  requested: ConferenceData,
  stored: ConferenceData | undefined,
  conferenceTypes: readonly string[],
): ConferenceData {
  // The status of a request is read-only, so bodies come without it.
  const { createRequest } = requested
  const taken = createRequest
    ? { ...requested, createRequest: { ...createRequest, status: success } }
    : requested
  // An unchanged conference stays even if the calendar no longer allows its type.
  if (isDeepStrictEqual(taken, stored)) return taken
  requireConference(taken, conferenceTypes)
  return taken
}

/** The video URL of a conference; add-on conferences have none. */
export function hangoutLinkOf(conference: ConferenceData | undefined): string | undefined {
  if (conference?.conferenceSolution?.key?.type === 'addOn') return undefined
  return conference?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri
}

/** The types of entry points: their URIs, and whether there may be several. */
const entryPointTypes: Readonly<Record<string, { scheme: RegExp; mayRepeat: boolean }>> = {
  video: { scheme: /^https?:/i, mayRepeat: false },
  phone: { scheme: /^tel:/i, mayRepeat: true },
  sip: { scheme: /^sips?:/i, mayRepeat: false },
  more: { scheme: /^https?:/i, mayRepeat: false },
}

/** Rejects a conference of a type that the calendar doesn't allow, or without a usable entry point. */
function requireConference(
  { conferenceSolution, entryPoints = [] }: ConferenceData,
  conferenceTypes: readonly string[],
): void {
  const type = conferenceSolution?.key?.type
  if (type === undefined || !['addOn', ...conferenceTypes].includes(type)) {
    throw invalidField('Invalid conference type value.')
  }
  for (const entryPoint of entryPoints) requireEntryPoint(entryPoint, entryPoints)
  if (entryPoints.every(({ entryPointType }) => entryPointType === 'more')) {
    throw invalidField('Invalid entry points: more tells about others, and never stands alone.')
  }
}

function requireEntryPoint(entryPoint: EntryPoint, all: readonly EntryPoint[]): void {
  const { entryPointType: type = '', uri, entryPointFeatures: features = [] } = entryPoint
  const rule = Object.hasOwn(entryPointTypes, type) ? entryPointTypes[type] : undefined
  if (rule === undefined) throw invalidField('Invalid entry point type value.')
  if (!uri) throw requiredField('Missing entry point URI.')
  if (!rule.scheme.test(uri)) throw invalidField(`Invalid entry point URI for ${type}.`)
  const first = all.find((other) => other.entryPointType === type)
  if (!rule.mayRepeat && first !== entryPoint) {
    throw invalidField(`A conference has at most one entry point of type ${type}.`)
  }
  if (features.includes('toll') && features.includes('toll_free')) {
    throw invalidField('An entry point is either toll or toll_free.')
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Creates a conference with an unguessable code such as `abc-defg-hij`. */
export function newConference(addressPattern: string, randomBytes: RandomBytes): NewConference {
  const bytes = randomBytes(30)
  // 256 is no multiple of 26, so some letters are slightly more likely. That doesn't matter here.
  const word = (from: number, to: number) =>
    Array.from(bytes.subarray(from, to), (byte) => letters[byte % letters.length]).join('')
  const code = [word(0, 3), word(3, 7), word(7, 10)].join('-')
  const signature = Buffer.from(bytes.subarray(10)).toString('base64url')
  return { code, uri: addressPattern.replaceAll('{code}', code), signature }
}
