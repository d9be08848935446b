/** The scene of a product: 160 × 160 units, light from the upper left, the ground from `FLOOR` down. */
const FLOOR = 108

/** Gradients that every scene and object may use. */
const LIGHTS = [
  '<radialGradient id="glow" cx=".24" cy=".06" r="1"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/></radialGradient>',
  '<linearGradient id="down" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".26"/><stop offset=".35" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>',
  '<radialGradient id="vignette" cx=".5" cy=".45" r=".78"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></radialGradient>',
  '<radialGradient id="shadow"><stop offset="0" stop-color="#08110D" stop-opacity=".62"/><stop offset=".55" stop-color="#08110D" stop-opacity=".3"/><stop offset="1" stop-color="#08110D" stop-opacity="0"/></radialGradient>',
  '<linearGradient id="round" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".34"/><stop offset=".2" stop-color="#fff" stop-opacity=".4"/><stop offset=".42" stop-color="#fff" stop-opacity=".02"/><stop offset="1" stop-color="#000" stop-opacity=".46"/></linearGradient>',
  '<radialGradient id="ball" cx=".34" cy=".28" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".62"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0B1A06" stop-opacity=".52"/></radialGradient>',
  '<linearGradient id="fold" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".34"/></linearGradient>',
].join('')

/** A complete picture, `size` pixels square: the ground, the objects on it, and slightly darker edges. */
export function pictureOf(ground: string, things: string, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 160 160"><defs>${LIGHTS}</defs>${ground}${things}<path d="M0 0h160v160H0z" fill="url(#vignette)"/></svg>`
}

/** A soft shadow on the ground, centred at a point. */
export function shadowAt(x: number, y: number, rx: number, ry = rx * 0.24): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#shadow)"/>`
}

/** A wooden shelf in front of a wall. Above it are blurred shop goods in the distance. */
export function shelf({ wall, wood }: { wall: string; wood: string }): string {
  const grain = [114, 121, 129, 138, 147]
    .map((y, index) => `M-4 ${y}c38 ${2 - index} 84 ${index - 3} 168 ${1 - index}`)
    .join('')
  return [
    `<path d="M0 0h160v${FLOOR}H0z" fill="${wall}"/>`,
    '<g opacity=".22"><path d="M0 34h160v5H0z" fill="#000"/><path d="M10 8h16v26H10zM30 14h12v20H30zM46 4h9v30h-9zM112 6h10v28h-10zM126 12h14v22h-14zM143 3h11v31h-11z" fill="#000" opacity=".5"/></g>',
    `<path d="M0 0h160v${FLOOR}H0z" fill="url(#glow)"/><path d="M0 0h160v${FLOOR}H0z" fill="url(#down)" opacity=".5"/>`,
    `<path d="M0 ${FLOOR - 6}h160v46H0z" fill="${wood}"/><path d="M0 ${FLOOR - 6}h160v5H0z" fill="#000" opacity=".24"/>`,
    `<path d="${grain}" fill="none" stroke="#3A2410" stroke-width=".9" opacity=".3"/>`,
    `<path d="M0 ${FLOOR + 40}h160v12H0z" fill="${wood}"/><path d="M0 ${FLOOR + 40}h160v12H0z" fill="#000" opacity=".36"/><path d="M0 ${FLOOR + 40}h160" stroke="#fff" stroke-width="1" opacity=".45"/>`,
  ].join('')
}

type CourtColours = { ground: string; apron: string; back: string }

/** The ground of a court, seen from low behind a line, with the net in the distance. */
export function court({ ground, apron, back }: CourtColours): string {
  return [
    `<path d="M0 0h160v70H0z" fill="${back}"/><path d="M0 0h160v70H0z" fill="url(#glow)"/>`,
    '<g fill="#0E1F18" opacity=".2"><path d="M0 44c10-9 18-8 26-2 8-9 24-8 32 1 9-8 22-6 28 1 8-7 22-8 32 0 10-8 28-6 42 1v25H0z"/></g>',
    `<path d="M0 62h160v98H0z" fill="${apron}"/><path d="M-40 160 34 78h92l74 82z" fill="${ground}"/>`,
    '<path d="M0 56h160v18H0z" fill="#10201A" opacity=".42"/><path d="M0 60h160M0 64h160M0 68h160M0 72h160" stroke="#10201A" stroke-width=".5" opacity=".5"/><path d="M0 55.500h160" stroke="#fff" stroke-width="2.200"/>',
    '<path d="M34 78-40 160M126 78l74 82" stroke="#fff" stroke-width="2.600" opacity=".9"/><path d="M-20 146h200" stroke="#fff" stroke-width="5" opacity=".92"/><path d="M80 78v34M14 100h132" stroke="#fff" stroke-width="1.600" opacity=".75"/>',
    '<path d="M0 74h160v86H0z" fill="url(#glow)" opacity=".55"/>',
  ].join('')
}

/** A bench in front of lockers. */
export function lockers({ door, bench }: { door: string; bench: string }): string {
  const doors = [0, 32, 64, 96, 128]
    .map(
      (x) =>
        `<path d="M${x + 1.5} -2h29v104h-29z" fill="${door}" stroke="#0B1510" stroke-opacity=".28" stroke-width="1"/><path d="M${x + 9} 12h14M${x + 9} 16h14M${x + 9} 20h14" stroke="#0B1510" stroke-width="1.300" opacity=".3"/><path d="M${x + 26} 50v9" stroke="#fff" stroke-width="1.800" opacity=".6"/>`,
    )
    .join('')
  return [
    `<path d="M0 0h160v160H0z" fill="#2A332E"/>${doors}<path d="M0 0h160v104H0z" fill="url(#glow)"/><path d="M0 0h160v104H0z" fill="url(#down)" opacity=".6"/>`,
    `<path d="M0 104h160v16H0z" fill="${bench}"/><path d="M0 109h160M0 115h160" stroke="#2B1A0A" stroke-width=".8" opacity=".35"/>`,
    `<path d="M0 120h160v10H0z" fill="${bench}"/><path d="M0 120h160v10H0z" fill="#000" opacity=".35"/><path d="M0 130h160v30H0z" fill="#3C423E"/><path d="M18 130h12v30H18zM130 130h12v30h-12z" fill="#191E1B"/><path d="M0 104h160" stroke="#fff" stroke-width="1.200" opacity=".5"/>`,
  ].join('')
}

/** The string bed of a racket in close-up, in front of a court far below. */
export function stringBed({ strings, ground }: { strings: string; ground: string }): string {
  const at = [4, 23, 42, 61, 80, 99, 118, 137, 156]
  const mains = at.map((x) => `M${x} -4V132`).join('')
  const crosses = at
    .slice(0, 7)
    .map((y) => `M-4 ${y - 1}H164`)
    .join('')
  return [
    `<path d="M0 0h160v160H0z" fill="${ground}"/><path d="M-10 40 170 10M20 170 120-10" stroke="#fff" stroke-width="7" opacity=".3"/><path d="M0 0h160v160H0z" fill="url(#glow)"/>`,
    `<path d="${mains}${crosses}" stroke="#08110D" stroke-width="2.600" opacity=".3" transform="translate(2 3)"/>`,
    `<path d="${mains}${crosses}" stroke="${strings}" stroke-width="2.400"/><path d="${crosses}" stroke="${strings}" stroke-width="2.400" stroke-dasharray="12 7"/><path d="${mains}" stroke="#fff" stroke-width=".7" opacity=".6" transform="translate(-.6 0)"/>`,
    '<path d="M-6 158Q80 108 166 158V170H-6Z" fill="#1D2A25"/><path d="M-6 158Q80 108 166 158" fill="none" stroke="#fff" stroke-width="2" opacity=".5"/>',
  ].join('')
}
