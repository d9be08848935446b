import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fontOf } from './font.ts'
import { renderPng } from './render-png.ts'
import { drawing, textAt } from './svg.ts'

const SIZE = 100

/** The area of the ink in a drawing on white, in pixels. */
async function inkOf(content: string) {
  const png = await renderPng(drawing(400, 200, `<rect width="400" height="200" fill="#fff"/>${content}`), 'somebody')
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dark = [...data.entries()].flatMap(([at, grey]) => (grey < 128 ? [at] : []))
  const columns = dark.map((at) => at % info.width)
  return {
    size: [info.width, info.height],
    pixels: dark.length,
    left: Math.min(...columns),
    right: Math.max(...columns),
  }
}

const inked = (line: string, weight: 'regular' | 'bold' = 'bold') =>
  inkOf(textAt(20, 130, line, { size: SIZE, weight, fill: '#000' }))

test('the bundled font draws 拍档, in both weights', async () => {
  const nothing = await inked('')
  const [bold, regular] = [await inked('拍档'), await inked('拍档', 'regular')]
  expect(nothing.pixels).toBe(0)
  expect(bold.size).toEqual([400, 200])
  expect(regular.pixels).toBeGreaterThan(3_000)
  expect(bold.pixels).toBeGreaterThan(regular.pixels * 1.3)
})

test('no font of this machine is used: characters that our font lacks are not drawn', async () => {
  for (const foreign of ['한국', 'نص', 'ไทย', '🎾']) expect((await inked(foreign)).pixels).toBe(0)
})

test.each(['拍档球员名片', 'Wimbledon', 'iiii.,，。', '喆 & <b>'])(
  'the drawn width of %s equals its measured width',
  async (line) => {
    const size = 40
    const { left, right } = await inkOf(textAt(20, 130, line, { size, fill: '#000' }))
    const measured = fontOf('regular').widthOf(line, size)
    expect(left).toBeGreaterThanOrEqual(19)
    expect(right).toBeLessThanOrEqual(21 + measured)
    // The last character has blank space beside it; a full stop has nearly its whole width.
    expect(right).toBeGreaterThan(20 + measured - size)
  },
)

test('markup in a text is drawn as text', async () => {
  const hostile = `"/><rect width="400" height="200"/><text x="`
  expect((await inked(hostile)).pixels).toBeLessThan(40_000)
})

test('an unreadable drawing fails without affecting others', async () => {
  await expect(renderPng('<svg', 'somebody')).rejects.toThrow()
  expect((await inked('拍档')).pixels).toBeGreaterThan(0)
})
