/** Rackets as SVG groups of 80 × 210 units, the handle below. None contains text. */

/** The looks of a racket. Colours as #RRGGBB. */
export type RacketLook = { sport: 'tennis' | 'badminton'; frame: string; accent: string; strings: string; grip: string }

/** Position and size of the head, distance of the strings, and line widths. */
const SHAPES = {
  tennis: { cx: 40, cy: 47, rx: 31, ry: 41, gap: 4.1, rim: 5.4, string: 0.75, below: 128, width: 9.4 },
  badminton: { cx: 40, cy: 41, rx: 25, ry: 33, gap: 2.9, rim: 2.7, string: 0.5, below: 150, width: 6 },
} as const
const END = 205

/** A strung racket: string bed, rim with highlights, throat or T-joint, and a wound grip. */
export function racket(look: RacketLook): string {
  const { cx, cy, rx, ry, rim } = SHAPES[look.sport]
  const round = `cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="none"`
  return [
    bedOf(look),
    look.sport === 'tennis' ? throat(look) : shaft(look),
    `<ellipse ${round} stroke="#16150F" stroke-width="${rim + 0.9}"/><ellipse ${round} stroke="${look.frame}" stroke-width="${rim}"/>`,
    // Two bands of the second colour, and highlights along the upper left.
    `<ellipse ${round} stroke="${look.accent}" stroke-width="${rim * 0.92}" stroke-dasharray="26 62 26 400" stroke-dashoffset="-${ry * 0.9}"/>`,
    `<path d="M${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx * 0.5} ${cy - ry * 0.86}" fill="none" stroke="#fff" stroke-width="${rim * 0.26}" stroke-linecap="round" opacity=".65" transform="translate(-.5 -.5)"/>`,
    `<path d="M${cx + rx} ${cy + 4}A${rx} ${ry} 0 0 1 ${cx} ${cy + ry}" fill="none" stroke="#000" stroke-width="${rim * 0.35}" opacity=".28" transform="translate(.7 .7)"/>`,
    grip(look),
  ].join('')
}

/** The shadow of a racket on what is behind it. */
export function racketShadow({ sport }: Pick<RacketLook, 'sport'>): string {
  const { cx, cy, rx, ry, rim, below, width } = SHAPES[sport]
  return [
    `<g fill="none" stroke="#0B1510" opacity=".2"><ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" stroke-width="${rim + 1}" fill="#0B1510" fill-opacity=".18"/>`,
    sport === 'tennis'
      ? `<path d="M19 80Q32 104 36 ${below}M61 80Q48 104 44 ${below}" stroke-width="5"/>`
      : `<path d="M40 ${cy + ry}V${below}" stroke-width="3"/>`,
    `<path d="M40 ${below}V${END}" stroke-width="${width}" stroke-linecap="round"/></g>`,
  ].join('')
}

/** A racket or its shadow, moved, scaled and rotated about its centre. */
export function placedRacket(group: string, x: number, y: number, scale: number, degrees: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${degrees} 40 105)">${group}</g>`
}

/** Each string ends at the rim. Crosses go over and under the mains, so that the bed looks woven. */
function bedOf({ sport, strings }: RacketLook): string {
  const { cx, cy, rx, ry, gap, string } = SHAPES[sport]
  const chord = (offset: number, along: number, across: number) => across * Math.sqrt(1 - (offset / along) ** 2)
  const steps = (radius: number) => {
    const count = Math.floor((radius - gap * 0.5) / gap)
    return Array.from({ length: 2 * count + 1 }, (_, index) => (index - count) * gap)
  }
  const place = (value: number) => value.toFixed(1)
  const mains = steps(rx)
    .map((dx) => `M${place(cx + dx)} ${place(cy - chord(dx, rx, ry))}V${place(cy + chord(dx, rx, ry))}`)
    .join('')
  const crosses = steps(ry)
    .map((dy) => `M${place(cx - chord(dy, ry, rx))} ${place(cy + dy)}H${place(cx + chord(dy, ry, rx))}`)
    .join('')
  return [
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#fff" opacity=".13"/>`,
    `<path d="${mains}${crosses}" stroke="#10201A" stroke-width="${string}" opacity=".3" transform="translate(.5 .6)"/>`,
    `<path d="${mains}" stroke="${strings}" stroke-width="${string}"/>`,
    `<path d="${crosses}" stroke="${strings}" stroke-width="${string}" stroke-dasharray="${gap * 0.62} ${gap * 0.38}"/>`,
    `<path d="${crosses}" stroke="${strings}" stroke-width="${string * 0.8}" opacity=".55"/>`,
  ].join('')
}

/** Two arms that meet above the grip. */
function throat({ frame, accent }: RacketLook): string {
  const arms = 'M18.5 78Q31 102 36.300 130M61.500 78Q49 102 43.700 130'
  return [
    `<path d="${arms}" fill="none" stroke="#16150F" stroke-width="6.600"/><path d="${arms}" fill="none" stroke="${frame}" stroke-width="5.600"/>`,
    `<path d="M27.500 93Q32 103 34.300 113M52.500 93Q48 103 45.700 113" fill="none" stroke="${accent}" stroke-width="4.600"/>`,
    '<path d="M17.600 78Q30 102 35 128" fill="none" stroke="#fff" stroke-width="1.200" opacity=".55"/>',
  ].join('')
}

/** A thin shaft that meets the head in a T, and widens in a cone above the grip. */
function shaft({ frame, accent }: RacketLook): string {
  return [
    '<path d="M40 74V152" stroke="#16150F" stroke-width="3"/>',
    `<path d="M40 74V152" stroke="${frame}" stroke-width="2.200"/><path d="M40 96V122" stroke="${accent}" stroke-width="2.200"/>`,
    '<path d="M39.400 76V150" stroke="#fff" stroke-width=".6" opacity=".7"/>',
    `<path d="M31.500 73.200Q40 75.500 48.500 73.200L42 79.500V84H38V79.500Z" fill="${frame}" stroke="#16150F" stroke-width=".5"/>`,
    `<path d="M38.600 142H41.400L43 152H37Z" fill="${accent}" stroke="#16150F" stroke-width=".5"/>`,
  ].join('')
}

function grip({ sport, grip: colour, accent }: RacketLook): string {
  const { below, width } = SHAPES[sport]
  const [left, right] = [40 - width / 2, 40 + width / 2]
  const wound = Array.from({ length: 12 }, (_, index) => below + 5 + index * ((END - below - 8) / 12))
    .map((y) => `M${left} ${(y + 2.6).toFixed(1)}L${right} ${(y - 1.6).toFixed(1)}`)
    .join('')
  return [
    `<path d="M${left} ${below}H${right}V${END - 3}L${right + 1.2} ${END}H${left - 1.2}L${left} ${END - 3}Z" fill="${colour}"/>`,
    `<path d="M${left} ${below}H${40 - width * 0.22}V${END}H${left}Z" fill="#fff" opacity=".2"/><path d="M${40 + width * 0.2} ${below}H${right}V${END}H${40 + width * 0.2}Z" fill="#000" opacity=".3"/>`,
    `<path d="${wound}" stroke="#000" stroke-width=".9" opacity=".38"/><path d="${wound}" stroke="#fff" stroke-width=".5" opacity=".25" transform="translate(0 .9)"/>`,
    `<path d="M${left - 0.5} ${below - 1}h${width + 1}v3.500h-${width + 1}z" fill="${accent}"/><path d="M${left - 1.6} ${END - 1.5}h${width + 3.2}v3a1.500 1.500 0 0 1-1.500 1.500h-${width + 0.2}a1.500 1.500 0 0 1-1.500-1.500z" fill="#16150F"/>`,
  ].join('')
}
