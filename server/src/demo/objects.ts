/** Racket, ball and shuttlecock as SVG groups, and the pictures made of them. No text in any. */

const LIME = '#D7F04A'
const LIME_SHADE = '#A9C71C'
const INK = '#26241F'

/** The pictures of the three adverts, 1030 × 444 units. */
const ADVERTS = [
  () => bigBall(800, 214, 150),
  () =>
    `${placed(racket({ frame: '#FFFFFF', strings: '#E9F5D0', grip: INK }), 700, 4, 3.7, 24)}${bigBall(905, 300, 74)}`,
  () => `${placed(racket({ frame: '#0B3325', strings: LIME, grip: INK }), 690, -40, 5.2, -18)}${reel(684, 344)}`,
]

/** An advert as SVG: court green with white lines, the object in the right half, so that text fits left. */
export function advertSvg(n: number, width: number, height: number): string {
  const draw = ADVERTS[(n - 1) % ADVERTS.length]
  if (!draw) throw new RangeError(`No advert ${n}`)
  const lines = [
    'M300-40 170 484M430-40 300 484M560-60 1090 100M470 150 1090 340M380 330 1000 520M700-20 590 310M1010-20 880 484',
    'M640-40 560 200M820 60 740 300',
  ]
  const glowX = 0.62 + 0.14 * n
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1030 444">
<defs><linearGradient id="g" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#0A7F54"/><stop offset="1" stop-color="#07563B"/></linearGradient>
<radialGradient id="l" cx="${glowX}" cy=".05" r=".55"><stop offset="0" stop-color="#17B57A"/><stop offset="1" stop-color="#17B57A" stop-opacity="0"/></radialGradient>
<linearGradient id="m" x1="0" y1="0" x2="1" y2="0"><stop offset=".2" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff" stop-opacity=".3"/></linearGradient></defs>
<path d="M0 0h1030v444H0z" fill="url(#g)"/><path d="M0 0h1030v444H0z" fill="url(#l)"/>
<g fill="none" stroke="url(#m)" stroke-width="4">${lines.map((d) => `<path d="${d}"/>`).join('')}</g>${draw()}</svg>`
}

const SHOPS = [
  { ground: '#EFF9B8', frame: '#0A4A33', strings: LIME_SHADE },
  { ground: '#D5EFE1', frame: '#08794D', strings: '#7FB59A' },
  { ground: '#F3E1D2', frame: '#C8693F', strings: '#D8A98C', shuttle: true },
  { ground: '#E3E9F7', frame: '#2F4A86', strings: '#9AAAD0' },
  { ground: '#FBE9C8', frame: '#B8862B', strings: '#D7BC83', shuttle: true },
  { ground: '#F0DEEA', frame: '#8F4377', strings: '#C79AB8' },
]

/** A shop's picture as SVG, `size` pixels square: a strung racket, with a ball or a shuttlecock. */
export function shopSvg(n: number, size: number): string {
  const shop = SHOPS[(n - 1) % SHOPS.length]
  if (!shop) throw new RangeError(`No shop ${n}`)
  const tilt = n % 2 === 0 ? -16 : 16
  const thing = shop.shuttle ? placed(shuttlecock(), 68, 88, 1, 20) : bigBall(116, 116, 15)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 160 160"><rect width="160" height="160" fill="${shop.ground}"/><circle cx="80" cy="80" r="62" fill="#fff" opacity=".45"/>${placed(racket({ ...shop, grip: INK }), 38, 18, 1.05, tilt)}${thing}</svg>`
}

/** A racket on the counter of a shop as SVG, `size` pixels square: how it looked when it was handed in. */
export function racketSvg(n: number, size: number): string {
  const look = SHOPS[(n - 1) % SHOPS.length]
  if (!look) throw new RangeError(`No racket ${n}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 160 160"><rect width="160" height="160" fill="#B98E62"/><path d="M0 38h160M0 92h160M0 140h160" stroke="#A57A50" stroke-width="3"/>${placed(racket({ ...look, grip: INK }), 40, 18, 1.05, n % 2 === 0 ? -32 : 28)}</svg>`
}

/** A group of 80 × 120 units, moved, scaled and turned about its middle. */
export function placed(group: string, x: number, y: number, scale: number, degrees: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${degrees} 40 60)">${group}</g>`
}

/** A strung racket, 80 × 120 units. */
export function racket({ frame, strings, grip }: { frame: string; strings: string; grip: string }): string {
  // Each string ends at the frame: half of its chord of the ellipse 24 × 31 about (40, 38).
  const chord = (offset: number, along: number, across: number) => across * Math.sqrt(1 - (offset / along) ** 2)
  const steps = (radius: number, gap: number) =>
    Array.from({ length: Math.floor((2 * radius) / gap) }, (_, index) => -radius + gap * (index + 0.5))
  const mains = steps(23, 4.6).map((dx) => `M${40 + dx} ${38 - chord(dx, 24, 31)}V${38 + chord(dx, 24, 31)}`)
  const crosses = steps(30, 4.6).map((dy) => `M${40 - chord(dy, 31, 24)} ${38 + dy}H${40 + chord(dy, 31, 24)}`)
  return [
    '<ellipse cx="40" cy="38" rx="24" ry="31" fill="#fff" opacity=".35"/>',
    `<path d="${[...mains, ...crosses].join('')}" stroke="${strings}" stroke-width="1"/>`,
    `<ellipse cx="40" cy="38" rx="25" ry="32" fill="none" stroke="${frame}" stroke-width="4"/>`,
    `<path d="M27 65 36 84v4h8v-4l9-19" fill="none" stroke="${frame}" stroke-width="4" stroke-linejoin="round"/>`,
    `<path d="M36 86h8v30a3 3 0 0 1-3 3h-2a3 3 0 0 1-3-3z" fill="${grip}"/>`,
    '<path d="m36 94 8-4M36 101l8-4M36 108l8-4" stroke="#6B665B" stroke-width="1.300"/>',
  ].join('')
}

/** A tennis ball about a point. */
export function bigBall(x: number, y: number, radius: number): string {
  const r = radius
  return [
    `<clipPath id="ball"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#ball)">`,
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${LIME}"/>`,
    `<path d="M${x - r} ${y + r}A${r * 1.5} ${r * 1.5} 0 0 0 ${x + r} ${y - r * 0.4}V${y + r}z" fill="${LIME_SHADE}" opacity=".42"/>`,
    `<g fill="none" stroke="#fff" stroke-width="${r * 0.14}"><circle cx="${x - r * 1.25}" cy="${y}" r="${r * 0.92}"/><circle cx="${x + r * 1.25}" cy="${y}" r="${r * 0.92}"/></g></g>`,
  ].join('')
}

/** A shuttlecock, 64 × 44 units. */
export function shuttlecock(): string {
  return [
    '<path d="M14 8 28 34h8L50 8c-11-6-25-6-36 0z" fill="#FFFFFF"/>',
    '<path d="M22 5.500 30 34M32 4v30M42 5.500 34 34M17.500 15c9-4.500 20-4.500 29 0M22 24c6-3 14-3 20 0" fill="none" stroke="#C4C0B5" stroke-width="1.200"/>',
    '<path d="M27 34h10v4a5 5 0 0 1-10 0z" fill="#C8693F"/>',
  ].join('')
}

/** A reel of string about a point, 132 units wide. */
export function reel(x: number, y: number): string {
  const turns = [38, 44, 50, 56]
    .map((r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${LIME_SHADE}" stroke-width="3"/>`)
    .join('')
  return `<circle cx="${x}" cy="${y}" r="66" fill="#FFFFFF"/><circle cx="${x}" cy="${y}" r="60" fill="${LIME}"/>${turns}<circle cx="${x}" cy="${y}" r="32" fill="#FFFFFF"/><circle cx="${x}" cy="${y}" r="12" fill="#07563B"/>`
}

/** A signed contract on a desk as SVG, in pixels: lines for its words, a signature and a seal. No text in it. */
export function contractSvg(width: number, height: number): string {
  const lines = Array.from({ length: 14 }, (_, index) => {
    const length = index % 5 === 4 ? 200 : 470 - ((index * 37) % 60)
    return `<rect x="120" y="${260 + index * 38}" width="${length}" height="10" rx="5" fill="#B9B4A8"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 720 992">
    <rect width="720" height="992" fill="#7A6A58"/>
    <rect x="60" y="60" width="600" height="872" rx="6" fill="#FBFAF6"/>
    <rect x="230" y="140" width="260" height="26" rx="6" fill="#4A463E"/>
    ${lines.join('')}
    <path d="M150 850c20-50 40 30 60-10s30 20 50-10 30 10 60-15" fill="none" stroke="#26418F" stroke-width="5" stroke-linecap="round"/>
    <circle cx="520" cy="830" r="62" fill="none" stroke="#C8372D" stroke-width="7" opacity=".85"/>
    <path d="M520 790l10 29h31l-25 18 10 30-26-19-26 19 10-30-25-18h31z" fill="#C8372D" opacity=".85"/>
  </svg>`
}
