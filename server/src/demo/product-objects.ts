import { shadowAt } from './product-scenes.ts'

/**
 * Balls, shuttles and their packages, as SVG groups that stand on the ground. Their gradients are those of the scenes.
 */

const INK = '#1B1A16'

/** A tennis ball on the ground, centred at a point. */
export function ball(x: number, y: number, r: number, felt?: string): string {
  return `${shadowAt(x + r * 0.4, y + r * 0.86, r * 1.35)}${flyingBall(x, y, r, felt)}`
}

/** A tennis ball in the air. */
export function flyingBall(x: number, y: number, r: number, felt = '#D7E94A'): string {
  return [
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${felt}"/>`,
    // The seam is on the ball: both arcs end at its edge.
    `<path d="M${x - r * 0.55} ${y - r * 0.83}Q${x - r * 0.02} ${y} ${x - r * 0.72} ${y + r * 0.69}M${x + r * 0.78} ${y - r * 0.62}Q${x + r * 0.16} ${y + r * 0.05} ${x + r * 0.62} ${y + r * 0.78}" fill="none" stroke="#fff" stroke-width="${r * 0.13}" opacity=".92"/>`,
    `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#ball)"/><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${felt}" stroke-width="${r * 0.05}" stroke-dasharray=".5 .7" opacity=".7"/>`,
  ].join('')
}

/** A can of balls with its foot at a point. The upper part is clear, the lower part has a label. A lid closes it. */
export function can(
  x: number,
  foot: number,
  { colour, lid, felt = '#D7E94A', height = 78 }: { colour: string; lid: string; felt?: string; height?: number },
): string {
  const [w, top] = [17, foot - height]
  const inside = [0, 1, 2].map((n) => ballInside(x, top + 14 + n * 24, 14.5, felt)).join('')
  return [
    shadowAt(x + 12, foot + 1, 34, 9),
    `<path d="M${x - w} ${top}V${foot - 4}A${w} 5 0 0 0 ${x + w} ${foot - 4}V${top}Z" fill="#DCE9E4" opacity=".72"/>${inside}`,
    `<path d="M${x - w} ${foot - 46}A${w} 5 0 0 0 ${x + w} ${foot - 46}V${foot - 10}A${w} 5 0 0 1 ${x - w} ${foot - 10}Z" fill="${colour}"/>`,
    `<path d="M${x - w} ${foot - 40}A${w} 5 0 0 0 ${x + w} ${foot - 40}v4A${w} 5 0 0 1 ${x - w} ${foot - 36}Z" fill="#fff" opacity=".8"/>`,
    `<circle cx="${x - 2}" cy="${foot - 20}" r="8.500" fill="#fff"/><path d="M${x - 8.5} ${foot - 24}Q${x - 2} ${foot - 20} ${x - 7.5} ${foot - 14}M${x + 4} ${foot - 25}Q${x - 1} ${foot - 20} ${x + 4} ${foot - 14}" fill="none" stroke="${colour}" stroke-width="1.800"/>`,
    `<path d="M${x - w} ${top}V${foot - 4}A${w} 5 0 0 0 ${x + w} ${foot - 4}V${top}Z" fill="url(#round)"/>`,
    `<path d="M${x - 11} ${top + 6}v${height - 20}" stroke="#fff" stroke-width="2.600" stroke-linecap="round" opacity=".7"/>`,
    `<path d="M${x - w - 1.5} ${top - 6}V${top + 2}A${w + 1.5} 5 0 0 0 ${x + w + 1.5} ${top + 2}V${top - 6}Z" fill="${lid}"/><path d="M${x - w - 1.5} ${top - 6}V${top + 2}A${w + 1.5} 5 0 0 0 ${x + w + 1.5} ${top + 2}V${top - 6}Z" fill="url(#round)"/><ellipse cx="${x}" cy="${top - 6}" rx="${w + 1.5}" ry="5" fill="${lid}"/><ellipse cx="${x}" cy="${top - 6}" rx="${w - 2}" ry="3.400" fill="#fff" opacity=".28"/>`,
  ].join('')
}

const ballInside = (x: number, y: number, r: number, felt: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${felt}"/><path d="M${x - r * 0.6} ${y - r * 0.8}Q${x} ${y} ${x - r * 0.6} ${y + r * 0.8}" fill="none" stroke="#fff" stroke-width="1.800"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#ball)"/>`

/**
 * A shuttle: sixteen feathers about an axis in the picture plane, the cork below. It rotates about its cork, 40 units
 * high.
 */
export function shuttle(
  x: number,
  y: number,
  { scale, degrees, skirt = '#FDFCF8', band = '#0A7F54', cork = '#EBDCC0' }: ShuttleLook,
): string {
  const feathers = Array.from({ length: 9 }, (_, index) => {
    const along = (index - 4) / 4
    const [foot, tip] = [along * 4.6, along * 16]
    const high = -37 - 3.5 * Math.sqrt(1 - along * along * 0.9)
    return `<path d="M${foot} -6L${(tip - 2.7).toFixed(1)} ${(high + 4).toFixed(1)}Q${tip.toFixed(1)} ${(high - 2.4).toFixed(1)} ${(tip + 2.7).toFixed(1)} ${(high + 4).toFixed(1)}Z" fill="${skirt}" stroke="#B9B3A2" stroke-width=".45"/><path d="M${foot} -6L${tip.toFixed(1)} ${high.toFixed(1)}" stroke="#C9C3B2" stroke-width=".6"/>`
  })
  return [
    `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">`,
    `<ellipse cx="0" cy="-37" rx="16" ry="5" fill="#CFC9B8"/>${feathers.join('')}`,
    '<path d="M-7.600 -16Q0 -12.800 7.600 -16M-9.800 -22.500Q0 -18.800 9.800 -22.500" fill="none" stroke="#A59F8D" stroke-width=".9"/>',
    '<path d="M2 -7 10 -35 18 -33 6 -6Z" fill="#000" opacity=".12"/>',
    `<path d="M-6 -7H6V-1A6 6.500 0 0 1-6-1Z" fill="${cork}"/><path d="M-6 -8H6V-4.200H-6Z" fill="${band}"/><path d="M-6 -8H6V-1A6 6.500 0 0 1-6-1Z" fill="url(#round)"/></g>`,
  ].join('')
}

type ShuttleLook = { scale: number; degrees: number; skirt?: string; band?: string; cork?: string }

/** A tube of shuttles with its foot at a point. */
export function tube(
  x: number,
  foot: number,
  { colour, dark, cap = '#F4F1E8' }: { colour: string; dark: string; cap?: string },
): string {
  const [w, height] = [15, 92]
  const top = foot - height
  const body = `M${x - w} ${top}V${foot - 4}A${w} 4.500 0 0 0 ${x + w} ${foot - 4}V${top}Z`
  return [
    shadowAt(x + 12, foot + 1, 32, 8),
    `<path d="${body}" fill="${colour}"/>`,
    `<path d="M${x - w} ${top + 22}A${w} 4.500 0 0 0 ${x + w} ${top + 22}V${top + 62}A${w} 4.500 0 0 1 ${x - w} ${top + 62}Z" fill="#FBFAF5"/>`,
    `<path d="M${x - w} ${top + 66}A${w} 4.500 0 0 0 ${x + w} ${top + 66}v3A${w} 4.500 0 0 1 ${x - w} ${top + 69}ZM${x - w} ${top + 14}A${w} 4.500 0 0 0 ${x + w} ${top + 14}v3A${w} 4.500 0 0 1 ${x - w} ${top + 17}Z" fill="${dark}"/>`,
    `<g transform="translate(${x - 1} ${top + 58}) scale(.72)"><path d="M-3-6-13-36Q0-43 13-36L3-6Z" fill="none" stroke="${dark}" stroke-width="2"/><path d="M-1-6-5-38M1-6 5-38M-8-20Q0-17 8-20" fill="none" stroke="${dark}" stroke-width="1.400"/><path d="M-5-6H5V-2A5 5 0 0 1-5-2Z" fill="${dark}"/></g>`,
    `<path d="${body}" fill="url(#round)"/>`,
    `<path d="M${x - w - 1} ${top - 5}v7A${w + 1} 4.600 0 0 0 ${x + w + 1} ${top + 2}v-7Z" fill="${cap}"/><path d="M${x - w - 1} ${top - 5}v7A${w + 1} 4.600 0 0 0 ${x + w + 1} ${top + 2}v-7Z" fill="url(#round)"/><ellipse cx="${x}" cy="${top - 5}" rx="${w + 1}" ry="4.600" fill="${cap}"/><ellipse cx="${x}" cy="${top - 5}" rx="${w - 3}" ry="3" fill="#000" opacity=".1"/>`,
  ].join('')
}

/** A set of string: the coil in front of the card with which it is sold. */
export function stringSet(
  x: number,
  foot: number,
  { colour, dark, line, motif }: { colour: string; dark: string; line: string; motif: string },
): string {
  const [left, top] = [x - 30, foot - 88]
  const turns = Array.from(
    { length: 7 },
    (_, index) =>
      `<ellipse cx="${x + 16 + (index % 3) * 0.7}" cy="${foot - 20 - (index % 2) * 0.8}" rx="${22 - index * 0.9}" ry="${19 - index * 0.9}"/>`,
  ).join('')
  return [
    shadowAt(x + 12, foot, 48, 10),
    `<path d="M${left} ${top + 4}a4 4 0 0 1 4-4h52a4 4 0 0 1 4 4V${foot - 2}a2 2 0 0 1-2 2h-56a2 2 0 0 1-2-2Z" fill="${colour}"/>`,
    `<path d="M${left} ${top + 44}L${left + 60} ${top + 22}V${top + 34}L${left} ${top + 58}Z" fill="${dark}"/><path d="M${left} ${top + 60}L${left + 60} ${top + 36}V${top + 39}L${left} ${top + 64}Z" fill="#fff" opacity=".85"/>`,
    `<path d="M${x - 7} ${top + 8}h14a3 3 0 0 1 0 6h-14a3 3 0 0 1 0-6Z" fill="#15201B" opacity=".55"/>${motif}`,
    `<path d="M${left} ${top + 4}a4 4 0 0 1 4-4h52a4 4 0 0 1 4 4V${foot}H${left}Z" fill="url(#fold)"/>`,
    `<g fill="none"><g stroke="#08110D" stroke-width="3" opacity=".28" transform="translate(2.500 2.500)">${turns}</g><g stroke="${line}" stroke-width="2.200">${turns}</g><g stroke="#fff" stroke-width=".7" opacity=".75" transform="translate(-.5 -.7)">${turns}</g></g>`,
    `<path d="M${x + 12} ${foot - 42}v9M${x + 19} ${foot - 42}v9M${x + 12} ${foot - 8}v9M${x + 19} ${foot - 8}v9" stroke="${INK}" stroke-width="2.600" stroke-linecap="round"/>`,
    `<path d="M${x + 37} ${foot - 18}q14 6 8 16t-20 5" fill="none" stroke="${line}" stroke-width="2"/>`,
  ].join('')
}

/** A standing roll of grip tape, its loose end on the ground. */
export function gripRoll(
  x: number,
  foot: number,
  { colour, dark, r = 17 }: { colour: string; dark: string; r?: number },
): string {
  const turns = [0.86, 0.72, 0.58, 0.44]
    .map((part) => `<ellipse cx="${x}" cy="${foot - r * 1.9}" rx="${r * part}" ry="${r * part * 0.42}"/>`)
    .join('')
  const holes = [0, 1, 2, 3, 4, 5]
    .map((n) => `<circle cx="${x - r * 0.75 + n * r * 0.3}" cy="${foot - r * 0.95 + (n % 2) * 4}" r=".9"/>`)
    .join('')
  const body = `M${x - r} ${foot - r * 1.9}V${foot - r * 0.2}A${r} ${r * 0.42} 0 0 0 ${x + r} ${foot - r * 0.2}V${foot - r * 1.9}Z`
  return [
    shadowAt(x + r * 0.6, foot + 2, r * 2, r * 0.55),
    `<path d="M${x + r * 0.4} ${foot + r * 0.1}L${x + r * 2.3} ${foot + r * 0.5}L${x + r * 2.2} ${foot + r * 0.95}L${x} ${foot + r * 0.25}Z" fill="${dark}"/>`,
    `<path d="${body}" fill="${colour}"/><g fill="${dark}" opacity=".7">${holes}</g><path d="${body}" fill="url(#round)"/>`,
    `<ellipse cx="${x}" cy="${foot - r * 1.9}" rx="${r}" ry="${r * 0.42}" fill="${colour}"/><g fill="none" stroke="${dark}" stroke-width="1.300">${turns}</g><ellipse cx="${x}" cy="${foot - r * 1.9}" rx="${r * 0.3}" ry="${r * 0.13}" fill="${INK}"/>`,
  ].join('')
}

/** A standing wrist band of towelling. */
export function wristBand(x: number, foot: number, { colour, stripe }: { colour: string; stripe: string }): string {
  const [r, h] = [22, 34]
  const body = `M${x - r} ${foot - h}V${foot - 5}A${r} 8 0 0 0 ${x + r} ${foot - 5}V${foot - h}Z`
  const loops = [0, 1, 2, 3, 4, 5, 6]
    .map((n) => `M${x - r} ${foot - h + 3 + n * 4}A${r} 8 0 0 0 ${x + r} ${foot - h + 3 + n * 4}`)
    .join('')
  return [
    shadowAt(x + 9, foot + 2, 34, 9),
    `<path d="${body}" fill="${colour}"/><path d="M${x - r} ${foot - h + 10}A${r} 8 0 0 0 ${x + r} ${foot - h + 10}v5A${r} 8 0 0 1 ${x - r} ${foot - h + 15}Z" fill="${stripe}"/>`,
    `<path d="${loops}" fill="none" stroke="#000" stroke-width="1.100" stroke-dasharray="1.600 1.300" opacity=".2"/><path d="${body}" fill="url(#round)"/>`,
    `<ellipse cx="${x}" cy="${foot - h}" rx="${r}" ry="8" fill="${colour}"/><ellipse cx="${x}" cy="${foot - h + 1}" rx="${r - 5}" ry="5.200" fill="#15201B" opacity=".6"/>`,
  ].join('')
}
