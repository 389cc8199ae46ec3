import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { contentLine, storedLine } from './content-lines.ts'

const unfolded = (line: string): string => line.replaceAll('\r\n ', '')
const words = [
  '',
  'plain',
  'a\\b;c,d:e\nf"g^h',
  'größer 漢字 👩‍🚀',
  'x'.repeat(300),
  '漢'.repeat(99),
]

describe('a content line', () => {
  it.each(words)('is what ical.js makes of the text %j', (text) => {
    const parameters = { cn: text, partstat: 'ACCEPTED', role: undefined }
    const line = contentLine('summary', parameters, 'text', text)
    const jcal = ['summary', { cn: text, partstat: 'ACCEPTED' }, 'text', text]
    expect(unfolded(line)).toBe(ICAL.stringify.property(jcal, ICAL.design.icalendar, true))
  })

  it.each([
    ['dtstart', {}, 'date', '2026-02-28'],
    ['dtstart', { tzid: 'Europe/Zurich' }, 'date-time', '2026-03-29T02:30:00'],
    ['exdate', {}, 'date-time', '2026-03-29T02:30:00Z'],
    ['rdate', {}, 'date', '2026-02-28'],
    ['tzoffsetto', {}, 'utc-offset', '-03:30'],
    ['tzoffsetfrom', {}, 'utc-offset', '+00:34:08'],
    ['sequence', {}, 'integer', 3],
    ['url', {}, 'uri', 'https://almanac.test/?a=1,2;3'],
    ['trigger', {}, 'duration', '-PT10M'],
    ['attendee', { cn: 'A, B' }, 'cal-address', 'mailto:demo@almanac.test'],
  ] as const)('of %s with %j and a %s is what ical.js makes', (name, parameters, type, value) => {
    const line = contentLine(name, parameters, type, value)
    const jcal = [name, parameters, type, value]
    expect(unfolded(line)).toBe(ICAL.stringify.property(jcal, ICAL.design.icalendar, true))
  })

  it.each(words)('of %j is folded at 75 octets without cutting a character', (text) => {
    for (let before = 0; before < 4; before++) {
      const whole = `X-A:${'.'.repeat(before)}${text}${text}`.replace(/\p{Cc}/gu, '')
      const line = storedLine(whole)
      const lines = line.split('\r\n')
      expect(unfolded(line)).toBe(whole)
      expect(line.isWellFormed()).toBe(true)
      expect(Math.max(...lines.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(75)
      expect(lines.slice(0, -1).every((one) => Buffer.byteLength(one) > 71)).toBe(true)
    }
  })
})
