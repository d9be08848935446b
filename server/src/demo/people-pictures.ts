import { type Figure, figure, type POSES } from './figures.ts'
import { basket } from './gear-objects.ts'
import { bigBall } from './objects.ts'
import { ball, flyingBall } from './product-objects.ts'
import { court, pictureOf } from './product-scenes.ts'
import type { RacketLook } from './rackets.ts'

type Pose = keyof typeof POSES

/** Looks of the people who show pictures of themselves, matching their faces. */
const FIGURES: Record<string, Figure> = {
  coach: { skin: '#F1C9A5', hair: '#1E1B18', shirt: '#08794D', shorts: '#26332D', cap: '#0A4A33', hasLongHair: false },
  coach2: { skin: '#F6D3B5', hair: '#3A2A22', shirt: '#C8693F', shorts: '#F4F1E8', hasLongHair: true },
  coach3: { skin: '#EBC19B', hair: '#1E1B18', shirt: '#2F5F9E', shorts: '#1B2A44', hasLongHair: false },
  solo: { skin: '#E3B48D', hair: '#26201C', shirt: '#33413A', shorts: '#8A857A', hasLongHair: false },
  player: { skin: '#F6D3B5', hair: '#2B2420', shirt: '#C9DF3E', shorts: '#26332D', hasLongHair: true },
}
const STUDENT: Figure = { skin: '#F3CBA6', hair: '#2B2420', shirt: '#F4F1E8', shorts: '#3D62B3', hasLongHair: true }
const CHILD: Figure = { skin: '#F8D9BF', hair: '#26201C', shirt: '#F2A13A', shorts: '#26332D', hasLongHair: false }

const FRAME: RacketLook = { sport: 'tennis', frame: '#26241F', accent: '#D7F04A', strings: '#F6F8EC', grip: '#F4F1E8' }

const HARD = court({ ground: '#2F6DB5', apron: '#2E7D5B', back: '#BFE0F5' })
const CLAY = court({ ground: '#C8693F', apron: '#B4572F', back: '#FFE6C2' })
const EVENING = court({ ground: '#2E6B8A', apron: '#1F4A45', back: '#F0B98A' })

const at = (group: string, x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${group}</g>`

/** The pictures that somebody shows: alone in motion, with others, and where they teach. */
const MOMENTS: readonly ((own: Figure) => readonly [ground: string, things: string])[] = [
  (own) => [HARD, `${at(posed('serve', own), 36, 22, 0.86)}${flyingBall(122, 14, 5)}`],
  (own) => [
    CLAY,
    `${at(posed('volley', CHILD), 112, 72, 0.42)}${at(posed('ready', STUDENT), 84, 56, 0.58)}${at(posed('coaching', own), 4, 26, 0.8)}${ball(92, 148, 5)}`,
  ],
  (own) => [
    EVENING,
    `${at(basket([58, 76, 94].map((x) => ball(x, 58, 10)).join(''), '#E9ECEA'), 96, 66, 0.5)}${at(posed('forehand', own), 14, 28, 0.8)}${flyingBall(112, 58, 5)}${ball(120, 150, 5)}`,
  ],
]

const posed = (pose: Pose, look: Figure) => figure(pose, look, FRAME)

/** A picture that somebody shows of themselves as SVG, `size` pixels square. `place` counts from 0. No text in it. */
export function photoSvg({ username, place }: { username: string | undefined; place: number }, size: number): string {
  const moment = MOMENTS[place % MOMENTS.length] ?? MOMENTS[0]
  if (!moment) throw new RangeError(`No photo ${place}`)
  return pictureOf(...moment(FIGURES[username ?? ''] ?? STUDENT), size)
}

/**
 * A coach's certificate on a table as SVG, in pixels. It has a frame, lines for text, a ribbon and a seal. No text in
 * it.
 */
export function certificateSvg(width: number, height: number): string {
  const lines = [210, 250, 420, 460, 500, 540].map(
    (y, index) =>
      `<rect x="${index < 2 ? 230 : 140}" y="${y}" width="${index < 2 ? 260 : 440 - 40 * index}" height="12" rx="6" fill="#B9A77C"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 720 992">
    <rect width="720" height="992" fill="#5E6B62"/><rect x="60" y="90" width="600" height="812" fill="#FFFDF4"/>
    <rect x="84" y="114" width="552" height="764" fill="none" stroke="#C9A85A" stroke-width="6"/>
    <rect x="98" y="128" width="524" height="736" fill="none" stroke="#C9A85A" stroke-width="2"/>${lines.join('')}
    <path d="M470 700l-26 110 36-20 36 20-26-110z" fill="#B3402F"/><circle cx="480" cy="690" r="58" fill="#D2553F"/>
    <circle cx="480" cy="690" r="44" fill="none" stroke="#FBE3C0" stroke-width="4"/>${bigBall(480, 690, 24)}</svg>`
}
