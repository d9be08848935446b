import { placedRacket, type RacketLook, racket, racketShadow } from './rackets.ts'

/** Ball and reel as SVG groups, and the pictures made of them. None contains text. */

const LIME = '#D7F04A'
const LIME_SHADE = '#A9C71C'

const WHITE: RacketLook = { sport: 'tennis', frame: '#FFFFFF', accent: LIME, strings: '#E9F5D0', grip: '#26241F' }
const DARK: RacketLook = { sport: 'tennis', frame: '#0B3325', accent: LIME, strings: LIME, grip: '#26241F' }

/** The pictures of the three adverts, 1030 × 444 units. */
const ADVERTS = [
  () => bigBall(800, 214, 150),
  () =>
    `${placedRacket(racketShadow(WHITE), 726, -56, 2.5, 26)}${placedRacket(racket(WHITE), 700, -76, 2.5, 24)}${bigBall(920, 330, 70)}`,
  () =>
    `${placedRacket(racketShadow(DARK), 766, -106, 3, -20)}${placedRacket(racket(DARK), 744, -126, 3, -22)}${reel(684, 344)}`,
]

/** An advert as SVG: court green with white lines. The object is in the right half, so that text fits on the left. */
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

/** A tennis ball, centred at a point. */
export function bigBall(x: number, y: number, radius: number): string {
  const r = radius
  return [
    `<clipPath id="ball"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#ball)">`,
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${LIME}"/>`,
    `<path d="M${x - r} ${y + r}A${r * 1.5} ${r * 1.5} 0 0 0 ${x + r} ${y - r * 0.4}V${y + r}z" fill="${LIME_SHADE}" opacity=".42"/>`,
    `<g fill="none" stroke="#fff" stroke-width="${r * 0.14}"><circle cx="${x - r * 1.25}" cy="${y}" r="${r * 0.92}"/><circle cx="${x + r * 1.25}" cy="${y}" r="${r * 0.92}"/></g></g>`,
  ].join('')
}

/** A reel of string, centred at a point, 132 units wide. */
function reel(x: number, y: number): string {
  const turns = [38, 44, 50, 56]
    .map((r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${LIME_SHADE}" stroke-width="3"/>`)
    .join('')
  return `<circle cx="${x}" cy="${y}" r="66" fill="#FFFFFF"/><circle cx="${x}" cy="${y}" r="60" fill="${LIME}"/>${turns}<circle cx="${x}" cy="${y}" r="32" fill="#FFFFFF"/><circle cx="${x}" cy="${y}" r="12" fill="#07563B"/>`
}

/** A signed contract on a table as SVG, in pixels: lines for its text, a signature and a seal. No text in it. */
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
