import { encode } from 'uqr'

/** The place of a code, and the colour of its dark parts where it has only one. */
type CodePlace = { x: number; y: number; side: number; ink: string }
/** Draws a code at a place. */
export type CodeArt = (place: CodePlace) => string

/** A code that any camera reads. It has no blank edge: the ground around it serves as one. */
export function textCode(text: string): CodeArt {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return ({ x, y, side, ink }) =>
    `<g transform="translate(${x} ${y}) scale(${side / size})" shape-rendering="crispEdges"><path fill="${ink}" d="${path}"/></g>`
}

/** A code that was drawn elsewhere, for example by WeChat for the mini-program. */
export function pictureCode(png: Buffer): CodeArt {
  const href = `data:image/png;base64,${png.toString('base64')}`
  return ({ x, y, side }) => `<image x="${x}" y="${y}" width="${side}" height="${side}" href="${href}"/>`
}
