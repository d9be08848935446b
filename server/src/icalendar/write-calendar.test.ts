import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendar } from './write-calendar.ts'

const NOW = new Date('2026-05-01T04:00:00Z')

/** Texts as people type them, and worse ones: separators, line ends, emoji, control characters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '，',
        ',',
        ';',
        ':',
        '\\',
        '"',
        '\n',
        '\r\n',
        '\r',
        '\\n',
        '🎾',
        '👩‍🏫',
        '网球课',
        '\t',
        '\u0007',
        '\u000b',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const wholeSeconds = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2099, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000))

const anyEvent = fc.record({
  sequence: fc.nat(500),
  createdAt: wholeSeconds,
  startsAt: wholeSeconds,
  halfHours: fc.integer({ min: 1, max: 6 }),
  title: anyText,
  place: anyText,
  address: fc.option(anyText, { nil: undefined }),
  notes: fc.array(anyText, { maxLength: 3 }),
  status: fc.constantFrom('TENTATIVE' as const, 'CONFIRMED' as const, 'CANCELLED' as const),
  alarm: fc.option(fc.constant(3_600), { nil: undefined }),
})

/** What a reader sees of a text: without control characters, and with one form of line end. */
const seen = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken away
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').replace(/\r\n|\r|\n/g, '\n')

test('an independent parser reads every entry as it was written, for any text', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 5 }), (input) => {
      const events = input.map(
        ({ startsAt, halfHours, place, address, ...rest }, index): CalendarEvent => ({
          ...rest,
          uid: `class-${index + 1}@paidang`,
          when: { startsAt, endsAt: new Date(startsAt.getTime() + halfHours * 1_800_000) },
          place: { name: place, ...(address !== undefined && { address }) },
        }),
      )
      const ics = writeCalendar(events, { name: '拍档', now: NOW })
      expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
      expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)

      const vevents = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents('vevent')
      expect(vevents.map((vevent) => vevent.getFirstPropertyValue('uid'))).toEqual(events.map(({ uid }) => uid))
      vevents.forEach((vevent, index) => {
        const { title, notes, when, sequence, status, alarm } = events[index] as CalendarEvent
        const event = new ICAL.Event(vevent)
        expect(event.summary ?? '').toBe(seen(title))
        expect(event.description ?? '').toBe(seen(notes.join('\n')))
        if ('startsAt' in when) {
          expect(event.startDate.toJSDate()).toEqual(when.startsAt)
          expect(event.endDate.toJSDate()).toEqual(when.endsAt)
        }
        expect(event.sequence).toBe(sequence)
        expect(vevent.getFirstPropertyValue('status')).toBe(status)
        const rings = alarm !== undefined && status !== 'CANCELLED'
        expect(vevent.getAllSubcomponents('valarm')).toHaveLength(rings ? 1 : 0)
      })
    }),
    { numRuns: 150 },
  )
})

test('a calendar without entries is valid', () => {
  const calendar = new ICAL.Component(ICAL.parse(writeCalendar([], { name: '拍档', now: NOW })))
  expect([calendar.name, calendar.getAllSubcomponents().length]).toEqual(['vcalendar', 0])
})
