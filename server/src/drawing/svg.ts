import { FONT_FAMILY, fontOf, type Weight } from './font.ts'

type TextStyle = { size: number; weight?: Weight; fill: string; anchor?: 'start' | 'middle' | 'end'; opacity?: number }

/** One line of text. `y` is its base line, `anchor` the end of it that is at `x`. */
export function textAt(
  x: number,
  y: number,
  line: string,
  { size, weight = 'regular', fill, anchor = 'start', opacity = 1 }: TextStyle,
): string {
  const bold = weight === 'bold' ? 700 : 400
  return `<text x="${x}" y="${y}" font-family="${FONT_FAMILY}" font-size="${size}" font-weight="${bold}" fill="${fill}" text-anchor="${anchor}" opacity="${opacity}" xml:space="preserve">${escaped(line)}</text>`
}

/** A rounded label with a word in it. Its left edge is at `x`, its top at `y`. */
export function labelAt(
  x: number,
  y: number,
  word: string,
  { size, fill, ink }: { size: number; fill: string; ink: string },
): string {
  const width = fontOf('bold').widthOf(word, size) + size
  const height = size * LABEL_HEIGHT
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${size / 3}" fill="${fill}"/>${textAt(x + size / 2, y + height / 2 + size * MIDDLE, word, { size, weight: 'bold', fill: ink })}`
}

const LABEL_HEIGHT = 1.6
/** The distance of the base line below the middle of a line of Chinese, as a fraction of its size. */
const MIDDLE = 0.36

/** A round picture around a point. The name makes its clip path unique within a drawing. */
export function roundPicture(
  name: string,
  { x, y, radius, href }: { x: number; y: number; radius: number; href: string },
): string {
  const side = radius * 2
  return `<clipPath id="${name}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath><image x="${x - radius}" y="${y - radius}" width="${side}" height="${side}" clip-path="url(#${name})" preserveAspectRatio="xMidYMid slice" href="${escaped(href)}"/>`
}

/** A complete drawing of that size in pixels. */
export function drawing(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
