import { describe, expect, it } from 'vitest'
import { pathHere } from './base-paths.ts'

describe('the path of an operation', () => {
  const moved = { '/calendar/v3': '/v3', '/almanac/v1': '/own' }

  it('is below the base path that this server has for it', () => {
    expect(pathHere('/calendar/v3/calendars/primary', moved)).toBe('/v3/calendars/primary')
    expect(pathHere('/almanac/v1/users/me', moved)).toBe('/own/users/me')
  })

  it('is the usual one where nothing was moved', () => {
    expect(pathHere('/books/v1/volumes', moved)).toBe('/books/v1/volumes')
    expect(pathHere('/calendar/v3x', moved)).toBe('/calendar/v3x')
    expect(pathHere('/calendar/v3/colors')).toBe('/calendar/v3/colors')
  })
})
