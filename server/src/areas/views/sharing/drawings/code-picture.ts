import { drawing } from '../../../../drawing/svg.ts'
import type { CodeArt } from './code-art.ts'
import { INK } from './templates.ts'

/** In pixels. */
const SIDE = 600
/** The blank edge that a scanner needs to find a code. It is more than four modules of any code for an address. */
const EDGE = 72

/** Draws a code for scanning, alone on white. Its dark colour is readable in both themes and on paper. */
export function drawCodePicture(code: CodeArt, ink: string = INK.onLime): string {
  const place = { x: EDGE, y: EDGE, side: SIDE - 2 * EDGE, ink }
  return drawing(SIDE, SIDE, `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>${code(place)}`)
}
