import { backpack, basket, cap, cones, damper, elbowSleeve, racketBag, shirt } from './gear-objects.ts'
import { ball, can, gripRoll, shuttle, stringSet, tube, wristBand } from './product-objects.ts'
import { court, lockers, pictureOf, shadowAt, shelf, stringBed } from './product-scenes.ts'
import { placedRacket, type RacketLook, racket, racketShadow } from './rackets.ts'

const HARD = { ground: '#2F6DB5', apron: '#2E7D5B', back: '#BFE0F5' }
const GREEN = { ground: '#2F8A66', apron: '#22624B', back: '#DDEBDD' }
const CLAY = { ground: '#C8693F', apron: '#B4572F', back: '#FFE6C2' }
const HALL = { ground: '#17885B', apron: '#B98A52', back: '#EADCC4' }
const OAK = { wall: '#D9E2D6', wood: '#B98654' }
const SAND = { wall: '#EBDFCB', wood: '#9C6B43' }
const NIGHT = { wall: '#2D4A42', wood: '#8A5E3A' }
const BLUE = { wall: '#C3D2E4', wood: '#A77649' }

const BEGINNERS: RacketLook = {
  sport: 'tennis',
  frame: '#1F4FA3',
  accent: '#F2F4F7',
  strings: '#F6F8EC',
  grip: '#26241F',
}
const FEATHERLIGHT: RacketLook = {
  sport: 'badminton',
  frame: '#C9302C',
  accent: '#F7D046',
  strings: '#FFFFFF',
  grip: '#2B2A27',
}

/** A racket that leans on something behind it. */
const leaning = (look: RacketLook, x: number, y: number, scale: number, degrees: number) =>
  `${placedRacket(racketShadow(look), x + 7, y + 4, scale, degrees + 2)}${placedRacket(racket(look), x, y, scale, degrees)}`

const lyingShuttle = (x: number, y: number, look: Parameters<typeof shuttle>[2]) =>
  `${shadowAt(x + 12, y + 7, 26, 6)}${shuttle(x, y, look)}`

/** The head of a racket, or a shuttle, printed on a card. */
const HEAD =
  '<g fill="none" stroke="#fff" stroke-width="2" opacity=".9"><ellipse cx="50" cy="76" rx="7" ry="9.500"/><path d="M45.500 83.500 50 92l4.500-8.500M50 92v8"/></g>'
const FEATHER =
  '<g fill="none" stroke="#fff" stroke-width="1.600" opacity=".9" transform="translate(-1 34) scale(.8)"><path d="M62 64 54 38q12-6 24 0L70 64M64 62l-3-24M68 62l3-24"/><path d="M61 65h10v3a5 4 0 0 1-10 0z" fill="#fff"/></g>'

/** The pictures of products, by name. */
const PICTURES = {
  'match balls': () => [
    court(HARD),
    `${can(64, 136, { colour: '#0A7F54', lid: '#0A4A33' })}${ball(112, 130, 14)}${ball(134, 118, 10)}`,
  ],
  'training balls': () => [
    court(GREEN),
    `${can(96, 138, { colour: '#D9824F', lid: '#F4F1E8', height: 92 })}${ball(46, 134, 15)}${ball(64, 118, 11)}${ball(28, 116, 9)}`,
  ],
  'clay balls': () => [
    court(CLAY),
    `${can(54, 134, { colour: '#8E2F1F', lid: '#26241F', felt: '#E4DF58' })}${can(96, 142, { colour: '#8E2F1F', lid: '#26241F', felt: '#E4DF58' })}${ball(134, 134, 12, '#E4DF58')}`,
  ],
  'children’s balls': () => [
    court(GREEN),
    `${can(58, 138, { colour: '#F2A13A', lid: '#2F5F9E', felt: '#F0A63C', height: 74 })}${ball(108, 132, 18, '#F0A63C')}${ball(136, 112, 11, '#E5533D')}`,
  ],
  'goose feather': () => [
    court(HALL),
    `${tube(56, 138, { colour: '#0A7F54', dark: '#07563B' })}${lyingShuttle(94, 136, { scale: 1.15, degrees: 68 })}${shuttle(122, 66, { scale: 0.5, degrees: 205 })}`,
  ],
  'duck feather': () => [
    shelf(OAK),
    `${tube(46, 132, { colour: '#3D62B3', dark: '#2F4A86' })}${tube(84, 138, { colour: '#3D62B3', dark: '#2F4A86' })}${lyingShuttle(112, 134, { scale: 0.95, degrees: 62, skirt: '#F4F0E4', band: '#2F4A86' })}`,
  ],
  'nylon shuttles': () => [
    court(GREEN),
    `${tube(102, 136, { colour: '#F0B429', dark: '#8A5E12', cap: '#8A5E12' })}${lyingShuttle(56, 136, { scale: 1.15, degrees: -60, skirt: '#F6E84A', band: '#26241F', cork: '#F4F1E8' })}`,
  ],
  'children’s shuttles': () => [
    shelf(SAND),
    `${tube(70, 134, { colour: '#B3619C', dark: '#8F4377' })}${lyingShuttle(98, 138, { scale: 0.95, degrees: 64, skirt: '#F3B6DA', band: '#8F4377' })}${lyingShuttle(32, 136, { scale: 0.72, degrees: -64, skirt: '#A9DDF0', band: '#2F5F9E' })}`,
  ],
  polyester: () => [
    shelf(NIGHT),
    stringSet(66, 136, { colour: '#3C4A57', dark: '#16212B', line: '#C9D2DA', motif: HEAD }),
  ],
  gut: () => [shelf(SAND), stringSet(66, 136, { colour: '#B8743B', dark: '#7A4520', line: '#F3E3B4', motif: HEAD })],
  'lively string': () => [
    shelf(BLUE),
    stringSet(66, 136, { colour: '#C9302C', dark: '#7E1B19', line: '#FDFCF8', motif: FEATHER }),
  ],
  'lasting string': () => [
    shelf(OAK),
    stringSet(66, 136, { colour: '#2B6E4F', dark: '#12402C', line: '#E6F23C', motif: FEATHER }),
  ],
  'dry grip': () => [
    shelf(OAK),
    `${gripRoll(42, 122, { colour: '#F4F1E8', dark: '#BDB7A6' })}${gripRoll(82, 130, { colour: '#2F6DB5', dark: '#1C4373' })}${gripRoll(118, 122, { colour: '#33413A', dark: '#161E1A' })}`,
  ],
  'tacky grip': () => [
    lockers({ door: '#5E7F92', bench: '#B98654' }),
    `${leaning({ ...BEGINNERS, grip: '#D06A7D', frame: '#26241F' }, 84, -130, 1.18, 16)}${gripRoll(44, 114, { colour: '#D06A7D', dark: '#8F3B4D', r: 20 })}`,
  ],
  'wrist bands': () => [
    shelf(BLUE),
    `${wristBand(56, 126, { colour: '#F4F1E8', stripe: '#C9302C' })}${wristBand(104, 136, { colour: '#1F4FA3', stripe: '#F4F1E8' })}`,
  ],
  'elbow sleeve': () => [shelf(SAND), elbowSleeve({ colour: '#3E4650', strap: '#D9824F' })],
  'six rackets’ bag': () => [
    lockers({ door: '#4E7A6A', bench: '#A77649' }),
    racketBag({ colour: '#22303A', dark: '#111A20', piping: '#D7F04A' }),
  ],
  backpack: () => [
    lockers({ door: '#8C9AA8', bench: '#B98654' }),
    backpack({ colour: '#2F6DB5', dark: '#1C4373', piping: '#F4F1E8' }),
  ],
  shirt: () => [shelf({ wall: '#DADFD5', wood: '#9C6B43' }), shirt({ colour: '#2FA27A', dark: '#08794D' })],
  cap: () => [lockers({ door: '#B7A58A', bench: '#8A5E3A' }), cap({ colour: '#F4F1E8', dark: '#1F4FA3' })],
  cones: () => [court(GREEN), cones(['#F0662B', '#F7D046'])],
  basket: () => [
    court(HARD),
    `${basket(
      [
        [58, 58, 10],
        [78, 55, 11],
        [100, 58, 10],
        [68, 49, 10],
        [90, 48, 10],
        [64, 76, 10],
        [84, 75, 10],
        [100, 78, 9],
        [72, 94, 10],
        [92, 95, 10],
      ]
        .map(([x = 0, y = 0, r = 0]) => ball(x, y, r))
        .join(''),
      '#E9ECEA',
    )}${ball(134, 138, 11)}`,
  ],
  dampers: () => [
    stringBed({ strings: '#F4F1E8', ground: '#2E7D5B' }),
    `${damper(51, 92, { colour: '#F0662B', dark: '#8E2F1F' })}${damper(108, 92, { colour: '#2F6DB5', dark: '#16315C' })}`,
  ],
  'tennis racket': () => [
    court(HARD),
    `${shadowAt(66, 150, 40, 6)}${leaning(BEGINNERS, 34, 5, 0.7, 20)}${ball(124, 138, 13)}`,
  ],
  'badminton racket': () => [
    court(HALL),
    `${leaning(FEATHERLIGHT, 40, 3, 0.72, 28)}${lyingShuttle(38, 138, { scale: 0.9, degrees: -58 })}`,
  ],
} as const satisfies Record<string, () => [ground: string, things: string]>

/** The name of a product's picture. */
export type ProductPicture = keyof typeof PICTURES

/** A product as SVG, `size` pixels square, in the place where it is used or sold. No text in it. */
export function productSvg({ picture }: { picture: ProductPicture }, size: number): string {
  return pictureOf(...PICTURES[picture](), size)
}

const LOOKS: RacketLook[] = [
  BEGINNERS,
  FEATHERLIGHT,
  { sport: 'tennis', frame: '#26241F', accent: '#D7F04A', strings: '#E6F23C', grip: '#F4F1E8' },
  { sport: 'badminton', frame: '#1F4FA3', accent: '#F2F4F7', strings: '#E6F23C', grip: '#D06A7D' },
  { sport: 'tennis', frame: '#A8321F', accent: '#26241F', strings: '#F3E3B4', grip: '#26241F' },
  { sport: 'badminton', frame: '#2B6E4F', accent: '#D7F04A', strings: '#FFFFFF', grip: '#33413A' },
]
const lookOf = (n: number, sport?: RacketLook['sport']) => {
  const looks = sport ? LOOKS.filter((look) => look.sport === sport) : LOOKS
  return looks[n % looks.length] ?? BEGINNERS
}

/** A racket on the counter of a shop as SVG, `size` pixels square, as it was handed in. */
export function racketSvg({ n, sport }: { n: number; sport: RacketLook['sport'] }, size: number): string {
  const look = lookOf(n, sport)
  const tilt = n % 2 === 0 ? -38 : 34
  const boards = [0, 32, 64, 96, 128]
    .map((y, index) => `<path d="M0 ${y}h160v31H0z" fill="${index % 2 === 0 ? '#B98654' : '#AE7B4A'}"/>`)
    .join('')
  const counter = `<path d="M0 0h160v160H0z" fill="#7F5733"/>${boards}<path d="M0 9q60 4 160-2M0 50q70-4 160 1M0 84q50 4 160 0M0 116q80-5 160 0M0 146q60 3 160-2" fill="none" stroke="#6B4424" stroke-width="1" opacity=".45"/><path d="M96-8 168 20 150 66 78 38Z" fill="#F7F4EA"/><path d="M96-8 168 20 150 66 78 38Z" fill="url(#fold)"/><path d="M92 14l50 19M89 22l46 18M86 30l30 12" stroke="#B9B4A8" stroke-width="2.400"/><path d="M0 0h160v160H0z" fill="url(#glow)"/>`
  return pictureOf(
    counter,
    `${placedRacket(racketShadow(look), 53, 1, 0.76, tilt)}${placedRacket(racket(look), 48, -4, 0.76, tilt)}`,
    size,
  )
}

/** A shop's picture as SVG, `size` pixels square: rackets on the wall, strings below. */
export function shopSvg(n: number, size: number): string {
  const scene = [OAK, NIGHT, SAND, BLUE][n % 4] ?? OAK
  const hung = [
    [8, -8],
    [56, 6],
    [104, -6],
  ]
    .map(([x = 0, degrees = 0], index) => leaning(lookOf(n + index), x, 3, 0.46, degrees))
    .join('')
  const thing =
    lookOf(n).sport === 'tennis'
      ? `<g transform="translate(10 62) scale(.55)">${can(30, 138, { colour: '#0A7F54', lid: '#0A4A33' })}${ball(66, 134, 13)}</g>`
      : `${shadowAt(40, 138, 26, 6)}${shuttle(36, 132, { scale: 0.85, degrees: 60 })}`
  const reels = `<g transform="translate(74 62) scale(.56)">${stringSet(70, 136, { colour: '#3C4A57', dark: '#16212B', line: '#E6F23C', motif: HEAD })}</g>`
  return pictureOf(shelf(scene), `${hung}${thing}${reels}`, size)
}
