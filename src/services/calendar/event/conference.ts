import { isDeepStrictEqual } from 'node:util'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { ConferenceData, EntryPoint } from '../schemas/event.ts'
import { type EventContext, type NewConference, withoutAbsent } from './event-content.ts'

/** The conference of an event: asked for, taken from another event, kept or given up. */
export function describedConference(
  given: ConferenceData | undefined,
  stored: ConferenceData | undefined,
  context: EventContext,
): ConferenceData | undefined {
  if (context.reading.conferenceDataVersion === 0) return stored
  if (given === undefined || Object.keys(given).length === 0) return undefined
  if (isWhole(given)) return takenConference(given, stored, context.calendar.conferenceTypes)
  if (given.createRequest === undefined) {
    throw invalidField('Invalid conference data: a solution and a way in, or a request is needed.')
  }
  const { requestId } = given.createRequest
  if (!requestId) throw requiredField('Missing conference request id.')
  return requestId === stored?.createRequest?.requestId
    ? stored
    : requestedConference(given, context)
}

const isWhole = ({ conferenceSolution, entryPoints = [] }: ConferenceData) =>
  conferenceSolution !== undefined && entryPoints.length > 0

const success = { statusCode: 'success' }

function requestedConference(given: ConferenceData, context: EventContext): ConferenceData {
  const [defaultType] = context.calendar.conferenceTypes
  const type = given.createRequest?.conferenceSolutionKey?.type || defaultType
  if (type === undefined || !context.calendar.conferenceTypes.includes(type)) {
    throw invalidField('Invalid conference type value.')
  }
  const { code, uri, signature } = context.newConference()
  return withoutAbsent({
    createRequest: {
      requestId: given.createRequest?.requestId,
      conferenceSolutionKey: { type },
      status: success,
    },
    entryPoints: [{ entryPointType: 'video', uri, label: uri.replace(/^https?:\/\//, '') }],
    conferenceSolution: { key: { type }, name: 'Online meeting' },
    conferenceId: code,
    signature,
    notes: given.notes || undefined,
    parameters: given.parameters,
  }) as ConferenceData
}

function takenConference(
  given: ConferenceData,
  stored: ConferenceData | undefined,
  conferenceTypes: readonly string[],
): ConferenceData {
  // How a request went is told by the server alone, so bodies come without it.
  const { createRequest } = given
  const taken = createRequest
    ? { ...given, createRequest: { ...createRequest, status: success } }
    : given
  // What is there already stays, even where the calendar would no longer allow it.
  if (isDeepStrictEqual(taken, stored)) return taken
  requireConference(taken, conferenceTypes)
  return taken
}

/** The video address of a conference of the server's own kinds; other conferences have none. */
export function hangoutLinkOf(conference: ConferenceData | undefined): string | undefined {
  if (conference?.conferenceSolution?.key?.type === 'addOn') return undefined
  return conference?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri
}

/** The ways into a conference: which addresses they have, and whether there may be several. */
const entryPointTypes: Readonly<Record<string, { scheme: RegExp; mayRepeat: boolean }>> = {
  video: { scheme: /^https?:/i, mayRepeat: false },
  phone: { scheme: /^tel:/i, mayRepeat: true },
  sip: { scheme: /^sips?:/i, mayRepeat: false },
  more: { scheme: /^https?:/i, mayRepeat: false },
}

/** Refuses a conference of another kind than the calendar allows, or that nobody could enter. */
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
  const { entryPointType: type = '', uri } = entryPoint
  const rule = Object.hasOwn(entryPointTypes, type) ? entryPointTypes[type] : undefined
  if (rule === undefined) throw invalidField('Invalid entry point type value.')
  if (!uri) throw requiredField('Missing entry point URI.')
  if (!rule.scheme.test(uri)) throw invalidField(`Invalid entry point URI for ${type}.`)
  const first = all.find((other) => other.entryPointType === type)
  if (!rule.mayRepeat && first !== entryPoint) {
    throw invalidField(`A conference has at most one entry point of type ${type}.`)
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Invents a conference with a code that cannot be guessed, such as `abc-defg-hij`. */
export function newConference(addressPattern: string, randomBytes: RandomBytes): NewConference {
  const bytes = randomBytes(30)
  // Seven times as many values as letters would fit unevenly, but by less than anybody can use.
  const word = (from: number, to: number) =>
    Array.from(bytes.subarray(from, to), (byte) => letters[byte % letters.length]).join('')
  const code = [word(0, 3), word(3, 7), word(7, 10)].join('-')
  const signature = Buffer.from(bytes.subarray(10)).toString('base64url')
  return { code, uri: addressPattern.replaceAll('{code}', code), signature }
}
