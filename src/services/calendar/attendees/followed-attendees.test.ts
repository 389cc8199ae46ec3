import { expect, it } from 'vitest'
import { followedAttendees } from './guest-change.ts'

const ann = { email: 'ann@example.com', responseStatus: 'needsAction' }
const bob = { email: 'bob@example.com', responseStatus: 'needsAction' }
const away = { ...bob, responseStatus: 'declined' }

it('a list that differs by answers alone follows the series and keeps the answers', () => {
  expect(followedAttendees({ former: [bob], own: [away], next: [ann, bob] })).toEqual([ann, away])
  expect(followedAttendees({ former: [ann, bob], own: [ann, away], next: [ann] })).toEqual([ann])
  const sure = { ...ann, responseStatus: 'accepted' }
  const lists = { former: [ann, bob], own: [ann, away], next: [sure, bob] }
  expect(followedAttendees(lists)).toEqual([sure, away])
})

it('a list of other people stays as it is', () => {
  expect(followedAttendees({ former: [bob], own: [ann], next: [] })).toEqual([ann])
  expect(followedAttendees({ former: [ann, bob], own: [away], next: [ann, bob] })).toEqual([away])
  expect(followedAttendees({ own: [ann], next: [bob] })).toEqual([ann])
})
