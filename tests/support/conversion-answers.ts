import { expect } from 'vitest'
import type { HttpReply } from './http.ts'

export type WireConversion = Readonly<Record<string, unknown>>

/** The conversions of an answer that has to be a success. */
export function conversionsIn(reply: HttpReply): readonly WireConversion[] {
  expect({ status: reply.status, body: reply.text }).toMatchObject({ status: 200 })
  const { kind, conversion } = reply.json
  expect(kind).toBe('doubleclicksearch#conversionList')
  return conversion as readonly WireConversion[]
}

export const idsIn = (reply: HttpReply) =>
  conversionsIn(reply).map(({ conversionId }) => conversionId)

interface BadRow {
  readonly index: number
  readonly code: string
  readonly says?: string
  readonly id?: unknown
}

/** Holds an answer against the rows that it has to refuse, and no others. */
export function expectBadRows(reply: HttpReply, ...wanted: readonly BadRow[]): void {
  expect({ status: reply.status, body: reply.text }).toMatchObject({ status: 400 })
  const { errors, message } = reply.json.error!
  expect(errors.map(({ location }) => location)).toEqual(
    wanted.map(({ index }) => `conversion[${index}]`),
  )
  expect(message).toBe(errors[0]!.message)
  for (const [place, { index, code, says = '', id }] of wanted.entries()) {
    const { reason, message: told } = errors[place]!
    expect(reason).toBe('invalid')
    expect(told.slice(0, 10)).toBe(code)
    expect(told).toContain(says)
    // What the uploaders of the original take such a message apart with.
    expect(told).toMatch(/.*Details: \[(.*) index=\d+ conversionId=.*/)
    expect(/.*index=(\d*) .*/.exec(told)?.[1]).toBe(String(index))
    if (id !== undefined) expect(told).toContain(`conversionId=${id}`)
  }
}
