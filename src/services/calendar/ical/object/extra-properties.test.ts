import { describe, expect, it } from 'vitest'
import type { Event } from '../../schemas/event.ts'
import { componentTree } from '../component-tree.ts'
import { changedByExtras, differingExtras, extraLines, extraValues } from './extra-properties.ts'

const read = (lines: readonly string[]) =>
  extraValues(componentTree(['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))!)

describe('extra properties', () => {
  it.each<[string, Event]>([
    ['a color', { colorId: '5' }],
    ['hostile texts', { extendedProperties: { private: { 'a;b=,c': '\\n\n\r\t"\ud800\u0000' } } }],
    ['long texts', { extendedProperties: { shared: { a: 'ä😀'.repeat(500) } } }],
    ['a source', { source: { url: 'https://example.com/a?b=1,2', title: 'A: "B"' } }],
    ['permissions', { guestsCanModify: true, guestsCanInviteOthers: false }],
  ])('say %s and are read again', (_, event) => {
    expect(changedByExtras(read(extraLines(event)))).toEqual(event)
  })

  it('say nothing of what is the default, or what programs have not mentioned', () => {
    expect(extraLines({ summary: 'Lunch', guestsCanModify: false, eventType: 'default' })).toEqual(
      [],
    )
    expect(changedByExtras(read(['SUMMARY:Lunch']))).toEqual({})
  })

  it('differ by what they mean', () => {
    const differing = (one: string[], other: string[]) => differingExtras(read(one), read(other))
    expect(differing(['X-ALMANAC-GUESTS-CAN-MODIFY:false'], [])).toEqual([])
    expect(differing(['X-ALMANAC-GUESTS-CAN-MODIFY:true'], [])).toEqual([
      'X-ALMANAC-GUESTS-CAN-MODIFY',
    ])
    expect(differing(['x-almanac-color-id:5'], ['X-ALMANAC-COLOR-ID;X-A=b:5'])).toEqual([])
  })

  it('are refused if they are not JSON', () => {
    expect(() => read(['X-ALMANAC-SOURCE:x'])).toThrow('not JSON')
  })
})
