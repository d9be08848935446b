import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The least contrast of text. Source: WCAG 2.1, 1.4.3 */
const LEAST_CONTRAST = 4.5

const SRC = join(import.meta.dirname, '..')
const tokens = readFileSync(join(SRC, 'ui/tokens.scss'), 'utf8')

/** The colours of a theme by role, with references resolved. */
function coloursOf(theme: 'light' | 'dark'): Map<string, string> {
  const body = (name: string) => tokens.split(`@mixin ${name} {`)[1]?.split('\n}')[0] ?? ''
  const text = theme === 'dark' ? body('light') + body('dark') : body('light')
  const given = new Map([...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
  const resolved = (value: string): string => {
    const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
    return name === undefined ? value : resolved(given.get(name) ?? '')
  }
  return new Map([...given].map(([name, value]) => [name, resolved(value)]))
}

/** Source: WCAG 2.1, relative luminance */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SLOTS = [
  'available',
  'selected',
  'coach-busy',
  'court-busy',
  'coach-off',
  'court-off',
  'mine',
  'conflict',
].concat('locking')

/** Text and the grounds that it stands on. */
const PAIRS: [string, string[]][] = [
  ['fg-1', ['bg-page', 'bg-surface', 'bg-sunken', 'bg-fill', 'bg-brand-soft', 'bg-accent-soft']],
  ['fg-2', ['bg-page', 'bg-surface', 'bg-sunken']],
  ['fg-3', ['bg-page', 'bg-surface']],
  ['fg-brand', ['bg-page', 'bg-surface', 'bg-brand-soft']],
  ['fg-on-brand', ['brand', 'brand-press']],
  ['fg-on-accent', ['bg-accent']],
  ['fg-on-inverse', ['bg-inverse']],
  ['fg-on-card', ['card-from', 'card-to']],
  ['price', ['bg-surface']],
  ...['ok', 'wait', 'bad', 'info', 'mute'].map((kind): [string, string[]] => [`${kind}-fg`, [`${kind}-bg`]]),
  ...SLOTS.map((slot): [string, string[]] => [`slot-${slot}-fg`, [`slot-${slot}-bg`]]),
]

test.each(['light', 'dark'] as const)('in the %s theme every text stands out from its ground', (theme) => {
  const colours = coloursOf(theme)
  const pairs = PAIRS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const))
  const weak = pairs.filter(
    ([text, ground]) => !(contrast(colours.get(text) ?? '', colours.get(ground) ?? '') >= LEAST_CONTRAST),
  )
  expect(weak).toEqual([])
})

test.each(['light', 'dark'] as const)('in the %s theme white text stands out from green and dark grounds', (theme) => {
  const colours = coloursOf(theme)
  for (const ground of ['hero-from', 'hero-to', 'card-from', 'card-to']) {
    expect([ground, contrast('#FFFFFF', colours.get(ground) ?? '') >= LEAST_CONTRAST]).toEqual([ground, true])
  }
})

test('text on the lime accent always has the ink of the accent', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.module.scss'))
  const rules = sheets.flatMap((path) =>
    [...readFileSync(join(SRC, path), 'utf8').matchAll(/[^{};]+\{[^{}]*background: var\(--bg-accent\)[^{}]*\}?/g)].map(
      ([rule]) => ({ path, rule }),
    ),
  )
  expect(rules.length).toBeGreaterThan(5)
  // A rule that sets the text at all sets this colour. The others are marks without text.
  const faulty = rules.filter(
    ({ rule }) => /\n\s*(font|color):/.test(rule) && !/color: var\(--fg-on-accent\)/.test(rule),
  )
  expect(faulty).toEqual([])
})
