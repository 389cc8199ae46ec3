import { expect } from 'vitest'
import type { HttpReply, WireRefusal } from './http.ts'

/** What a test says of a refusal; what it leaves out may be anything. */
export type Refusal = Partial<WireRefusal> & { readonly status: number; readonly reason: string }

/** Holds a reply against a refusal, and against what all refusals have in common. */
export function expectRefusal(reply: HttpReply, { status, ...wanted }: Refusal): void {
  expect({ status: reply.status, body: reply.text }).toMatchObject({ status })
  expect(reply.headers['content-type']).toBe('application/json; charset=UTF-8')
  expect(reply.text).not.toMatch(/node_modules|\bat .*\.[jt]s:\d+/)
  const { error } = reply.json
  expect(error?.code).toBe(status)
  expect(error?.errors[0]).toMatchObject(wanted)
  expect(error?.message).toBe(error?.errors[0]?.message)
  if (wanted.location === undefined) return
  const header = /^[A-Z]/.test(wanted.location)
  expect(error?.errors[0]?.locationType).toBe(header ? 'header' : 'parameter')
}

export const notFound: Refusal = { status: 404, reason: 'notFound', domain: 'global' }

export const conditionNotMet: Refusal = {
  status: 412,
  reason: 'conditionNotMet',
  message: 'Precondition Failed',
  location: 'If-Match',
}

export const insufficientPermissions: Refusal = {
  status: 403,
  reason: 'insufficientPermissions',
  domain: 'global',
}
