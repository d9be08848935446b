import { bigBall, placed, racket, reel, shuttlecock } from './objects.ts'

/** What a product's picture shows. */
export type ProductShape =
  | 'can'
  | 'tube'
  | 'reel'
  | 'grip'
  | 'band'
  | 'bag'
  | 'shirt'
  | 'cap'
  | 'cones'
  | 'basket'
  | 'damper'
  | 'racket'

const INK = '#26241F'

/** Ground, the thing itself and its darker part. */
const COLOURS = [
  ['#EFF9B8', '#0A7F54', '#0A4A33'],
  ['#E3E9F7', '#3D62B3', '#2F4A86'],
  ['#F3E1D2', '#D9824F', '#A9552B'],
  ['#F0DEEA', '#B3619C', '#8F4377'],
  ['#D5EFE1', '#2FA27A', '#08794D'],
  ['#FBE9C8', '#D3A148', '#9C7222'],
] as const

/** A product as SVG, `size` pixels square. No text in it. */
export function productSvg({ n, shape }: { n: number; shape: ProductShape }, size: number): string {
  const [ground, colour, dark] = COLOURS[n % COLOURS.length] ?? COLOURS[0]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 160 160"><rect width="160" height="160" fill="${ground}"/><circle cx="80" cy="80" r="62" fill="#fff" opacity=".5"/>${SHAPES[shape](colour, dark)}</svg>`
}

/** On a ground of 160 × 160 units. */
const SHAPES: Record<ProductShape, (colour: string, dark: string) => string> = {
  can: (colour, dark) =>
    `<rect x="52" y="26" width="46" height="104" rx="8" fill="${colour}"/><rect x="52" y="52" width="46" height="44" fill="#fff" opacity=".85"/><rect x="49" y="20" width="52" height="12" rx="5" fill="${dark}"/>${bigBall(116, 118, 18)}`,
  tube: (colour, dark) =>
    `<rect x="44" y="34" width="34" height="100" rx="6" fill="${colour}"/><rect x="41" y="28" width="40" height="10" rx="4" fill="${dark}"/><rect x="44" y="70" width="34" height="30" fill="#fff" opacity=".85"/>${placed(shuttlecock(), 84, 74, 1, 24)}`,
  reel: () => reel(80, 80),
  grip: (colour, dark) =>
    `<circle cx="66" cy="86" r="40" fill="${colour}"/>${[30, 22, 14].map((r) => `<circle cx="66" cy="86" r="${r}" fill="none" stroke="${dark}" stroke-width="3"/>`).join('')}<circle cx="66" cy="86" r="7" fill="#fff"/><path d="M66 46h60v16H78z" fill="${colour}"/><path d="M126 46v16" stroke="${dark}" stroke-width="4"/>`,
  band: (colour, dark) =>
    `<rect x="38" y="44" width="84" height="72" rx="20" fill="${colour}"/><path d="M38 64h84M38 96h84" stroke="${dark}" stroke-width="6"/><circle cx="80" cy="80" r="9" fill="#fff"/>`,
  bag: (colour, dark) =>
    `<path d="M58 48v-8c0-12 44-12 44 0v8" fill="none" stroke="${dark}" stroke-width="6"/><rect x="36" y="46" width="88" height="86" rx="16" fill="${colour}"/><rect x="48" y="88" width="64" height="34" rx="8" fill="${dark}"/><path d="M52 66h56" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
  shirt: (colour, dark) =>
    `<path d="m56 34-32 20 12 24 14-8v62h60V70l14 8 12-24-32-20c-8 14-40 14-48 0z" fill="${colour}"/><path d="M56 34c8 14 40 14 48 0" fill="none" stroke="${dark}" stroke-width="5"/>`,
  cap: (colour, dark) =>
    `<path d="M36 92c0-56 84-56 84 0z" fill="${colour}"/><path d="M30 92h104c6 0 10 14-6 14-30 0-68-2-98 0z" fill="${dark}"/><circle cx="78" cy="50" r="5" fill="${dark}"/>`,
  cones: (colour, dark) =>
    [
      [26, 74],
      [74, 74],
      [50, 38],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})"><path d="M22 6h18l16 40H6z" fill="${colour}"/><ellipse cx="31" cy="46" rx="30" ry="8" fill="${dark}"/></g>`,
      )
      .join(''),
  basket: (_colour, dark) =>
    `${bigBall(62, 62, 15)}${bigBall(92, 58, 15)}${bigBall(78, 48, 15)}<path d="M40 66h80l-10 62H50z" fill="#fff"/><path d="M40 66h80l-10 62H50zM44 86h72M47 106h66M60 66l4 62M80 66v62M100 66l-4 62" fill="none" stroke="${dark}" stroke-width="4"/>`,
  damper: (colour, dark) =>
    [54, 106]
      .map(
        (x) =>
          `<circle cx="${x}" cy="82" r="24" fill="${colour}"/><circle cx="${x}" cy="82" r="12" fill="${dark}"/><path d="M${x - 26} 82h8m36 0h8" stroke="${INK}" stroke-width="4"/>`,
      )
      .join(''),
  racket: (colour, dark) => placed(racket({ frame: colour, strings: dark, grip: INK }), 38, 18, 1.05, 16),
}
