import { renderAsync } from '@resvg/resvg-js'
import { FONT_FAMILY, FONT_FILES } from './font.ts'

let turn: Promise<unknown> = Promise.resolve()

/**
 * Draws an SVG as a PNG of its own size, beside the event loop, with the fonts that come along and no other: the same on every
 * machine. One at a time, so that pictures leave the other threads to files and passwords.
 */
export function renderPng(svg: string): Promise<Buffer> {
  const drawn = turn.then(async () => {
    const font = { loadSystemFonts: false, fontFiles: [...FONT_FILES], defaultFontFamily: FONT_FAMILY }
    return (await renderAsync(svg, { font })).asPng()
  })
  turn = drawn.catch(() => undefined)
  return drawn
}
