import { drawing } from '../../../drawing/svg.ts'
import type { CodeArt } from './code-art.ts'
import { INK } from './templates.ts'

/** In pixels. */
const SIDE = 600
/** The blank around a code by which a scanner finds it: more than four modules of any code that an address needs. */
const EDGE = 72

/** A code to be scanned, alone on white, in a dark colour: it is read in both themes and from any paper. */
export function drawCodePicture(code: CodeArt, ink: string = INK.onLime): string {
  const place = { x: EDGE, y: EDGE, side: SIDE - 2 * EDGE, ink }
  return drawing(SIDE, SIDE, `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>${code(place)}`)
}
