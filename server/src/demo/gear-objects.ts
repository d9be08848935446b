import { shadowAt } from './product-scenes.ts'

/** Bags, clothes and training gear as SVG groups that stand on the ground. Their gradients are those of the scenes. */

/** An elbow sleeve with its strap. */
export function elbowSleeve({ colour, strap }: { colour: string; strap: string }): string {
  const body = 'M58 26Q80 18 100 28Q96 52 104 72Q112 94 104 118Q82 128 60 118Q66 92 60 72Q52 48 58 26Z'
  const ribs = Array.from(
    { length: 11 },
    (_, n) =>
      `M${60 + (n > 3 && n < 8 ? 2 : 0)} ${34 + n * 7.6}Q80 ${41 + n * 7.6} ${n < 5 ? 97 : 101} ${35 + n * 7.6}`,
  ).join('')
  return [
    shadowAt(92, 120, 44, 10),
    `<path d="${body}" fill="${colour}"/><path d="${ribs}" fill="none" stroke="#000" stroke-width=".8" opacity=".22"/>`,
    `<path d="M59 66Q82 76 103 66L106 82Q82 92 61 82Z" fill="${strap}"/><path d="M88 71l16-4 3 14-15 5Z" fill="#fff" opacity=".85"/>`,
    `<path d="${body}" fill="url(#round)"/><ellipse cx="79" cy="26" rx="21" ry="6" fill="#15201B" opacity=".75"/><ellipse cx="79" cy="25" rx="21.500" ry="6" fill="none" stroke="${strap}" stroke-width="2.600"/>`,
  ].join('')
}

/** A long racket bag with two racket handles sticking out. */
export function racketBag({ colour, dark, piping }: { colour: string; dark: string; piping: string }): string {
  const body = 'M26 60Q30 44 52 40L112 34Q136 34 140 54L146 98Q146 114 128 116L40 120Q22 118 20 100Z'
  return [
    shadowAt(90, 119, 74, 11),
    '<path d="M52 42 34 8" stroke="#26241F" stroke-width="7" stroke-linecap="round"/><path d="M66 40 56 4" stroke="#7A2E22" stroke-width="7" stroke-linecap="round"/><path d="M35 12l4-2M38 19l4-2M41 26l4-2M57 10l5-1M59 18l5-1M61 26l5-1" stroke="#fff" stroke-width="1.200" opacity=".5"/>',
    `<path d="M60 40Q84 8 116 36" fill="none" stroke="${dark}" stroke-width="5"/>`,
    `<path d="${body}" fill="${colour}"/><path d="M20 96 143 88 146 98Q146 114 128 116L40 120Q22 118 20 100Z" fill="${dark}"/>`,
    `<path d="M30 58Q84 46 138 52" fill="none" stroke="${piping}" stroke-width="2"/><path d="M30 58Q84 46 138 52" fill="none" stroke="#15201B" stroke-width=".8" stroke-dasharray="1.200 1.200"/><path d="M132 51l9 6" stroke="#D9D5C9" stroke-width="2.400" stroke-linecap="round"/>`,
    `<path d="M44 68 118 61 122 84 46 92Z" fill="#000" opacity=".16"/><ellipse cx="82" cy="76" rx="13" ry="9" fill="none" stroke="${piping}" stroke-width="3"/><path d="M76 82 66 92" stroke="${piping}" stroke-width="3"/>`,
    `<path d="${body}" fill="url(#fold)"/><path d="M32 62Q38 48 56 45" fill="none" stroke="#fff" stroke-width="2" opacity=".5"/>`,
  ].join('')
}

/** A backpack with one racket handle sticking out. */
export function backpack({ colour, dark, piping }: { colour: string; dark: string; piping: string }): string {
  const body = 'M48 52Q50 28 80 28Q110 28 112 52L118 104Q118 120 102 120H58Q42 120 42 104Z'
  return [
    shadowAt(90, 121, 56, 10),
    '<path d="M100 40 116 6" stroke="#26241F" stroke-width="6.500" stroke-linecap="round"/><path d="M113 10l4 2M110 17l4 2M107 24l4 2" stroke="#fff" stroke-width="1.200" opacity=".5"/>',
    `<path d="M70 30Q70 16 80 16T90 30" fill="none" stroke="${dark}" stroke-width="4"/><path d="M46 60Q34 84 42 112M114 60Q126 84 118 112" fill="none" stroke="${dark}" stroke-width="6"/>`,
    `<path d="${body}" fill="${colour}"/><path d="M54 82H106V108Q106 116 98 116H62Q54 116 54 108Z" fill="${dark}"/><path d="M54 86H106" stroke="${piping}" stroke-width="1.800"/><path d="M98 86v9" stroke="#D9D5C9" stroke-width="2.200" stroke-linecap="round"/>`,
    `<path d="M50 64Q52 36 80 36Q108 36 110 64" fill="none" stroke="${piping}" stroke-width="1.800"/><circle cx="80" cy="58" r="8" fill="none" stroke="${piping}" stroke-width="2.400"/><path d="M74 53Q80 58 75 64M86 53Q80 58 85 64" fill="none" stroke="${piping}" stroke-width="1.600"/>`,
    `<path d="${body}" fill="url(#fold)"/><path d="M52 58Q54 34 76 32" fill="none" stroke="#fff" stroke-width="2" opacity=".5"/>`,
  ].join('')
}

/** A shirt on a hanger in front of the wall. */
export function shirt({ colour, dark }: { colour: string; dark: string }): string {
  const body = 'M60 38 30 54 40 80 54 73V124Q80 130 106 124V73L120 80 130 54 100 38Q92 50 80 50T60 38Z'
  return [
    '<path d="M0 22H160" stroke="#6E746F" stroke-width="4"/><path d="M0 20.800H160" stroke="#fff" stroke-width="1" opacity=".7"/>',
    `<g opacity=".24" transform="translate(7 7)"><path d="${body}" fill="#08110D"/></g>`,
    '<path d="M80 34v-8a4 4 0 1 1 4-4M80 32 52 46M80 32l28 14" fill="none" stroke="#4A4F4B" stroke-width="2.600" stroke-linecap="round"/>',
    `<path d="${body}" fill="${colour}"/><path d="M54 73V124Q60 126 66 126.500L60 76ZM106 73V124Q100 126 94 126.500L100 76Z" fill="${dark}"/>`,
    `<path d="M60 38Q68 54 80 54T100 38L96 36Q90 48 80 48T64 36Z" fill="${dark}"/><path d="M70 62Q76 90 70 122M90 66Q86 94 92 122M62 58Q66 66 60 76M98 58Q94 66 100 76" fill="none" stroke="#000" stroke-width="1.600" opacity=".16"/>`,
    `<path d="M32 56l9 20M128 56l-9 20" stroke="#fff" stroke-width="1.200" stroke-dasharray="2 1.500" opacity=".6"/><path d="M90 64h9v2h-9zM90 68h6v2h-6z" fill="#fff" opacity=".8"/><path d="${body}" fill="url(#fold)"/>`,
  ].join('')
}

/** A cap on a bench. */
export function cap({ colour, dark }: { colour: string; dark: string }): string {
  const crown = 'M36 92Q36 46 80 46Q118 46 118 90Q80 100 36 92Z'
  return [
    shadowAt(92, 105, 66, 10),
    `<path d="${crown}" fill="${colour}"/><path d="M80 46Q66 66 66 96M80 46Q100 64 102 94" fill="none" stroke="#000" stroke-width="1.200" stroke-dasharray="2.500 1.500" opacity=".35"/><circle cx="80" cy="47" r="3.600" fill="${dark}"/>`,
    `<path d="M52 60h3M50 66h3M108 62h3M110 68h3" stroke="#000" stroke-width="2" stroke-linecap="round" opacity=".4"/><path d="M74 66q10-4 18 3l-2 12q-9 4-17-1z" fill="#fff" opacity=".9"/><path d="M77 72q6-3 12 1" fill="none" stroke="${dark}" stroke-width="2"/>`,
    `<path d="${crown}" fill="url(#fold)"/><path d="M36 90Q78 100 118 88Q146 92 148 101Q120 110 84 106Q46 104 36 90Z" fill="${dark}"/><path d="M36 90Q78 100 118 88" fill="none" stroke="#000" stroke-width="1.200" opacity=".4"/><path d="M92 98Q124 98 142 99" fill="none" stroke="#fff" stroke-width="1.200" opacity=".4"/>`,
  ].join('')
}

/** A stack of marker discs, and some in a row along a line. */
export function cones(colours: readonly [string, string]): string {
  const [first, second] = colours
  const disc = (x: number, y: number, r: number, colour: string) =>
    `${shadowAt(x + 4, y + r * 0.34, r * 1.2)}<path d="M${x - r} ${y + r * 0.2}Q${x - r * 0.5} ${y - r * 0.1} ${x - r * 0.34} ${y - r * 0.5}H${x + r * 0.34}Q${x + r * 0.5} ${y - r * 0.1} ${x + r} ${y + r * 0.2}A${r} ${r * 0.3} 0 0 1 ${x - r} ${y + r * 0.2}Z" fill="${colour}"/><path d="M${x - r} ${y + r * 0.2}Q${x - r * 0.5} ${y - r * 0.1} ${x - r * 0.34} ${y - r * 0.5}H${x + r * 0.34}Q${x + r * 0.5} ${y - r * 0.1} ${x + r} ${y + r * 0.2}A${r} ${r * 0.3} 0 0 1 ${x - r} ${y + r * 0.2}Z" fill="url(#round)"/><ellipse cx="${x}" cy="${y - r * 0.5}" rx="${r * 0.34}" ry="${r * 0.11}" fill="#15201B"/>`
  const stack = Array.from({ length: 9 }, (_, n) => disc(56, 126 - n * 5.4, 30, n % 2 === 0 ? first : second)).join('')
  return `${disc(104, 88, 9, second)}${disc(118, 98, 12, first)}${disc(130, 112, 16, second)}${stack}${disc(118, 138, 22, first)}`
}

/** A wire basket on legs, full of balls. */
export function basket(balls: string, wire: string): string {
  const bars = [46, 57, 68, 80, 92, 103, 114].map((x) => `M${x} 62L${80 + (x - 80) * 0.74} 112`).join('')
  return [
    shadowAt(90, 136, 58, 11),
    `<path d="M46 62 36 138M114 62l10 76" stroke="${wire}" stroke-width="3.400" stroke-linecap="round"/><path d="M52 112 50 134M108 112l2 22" stroke="${wire}" stroke-width="2.600" opacity=".7"/>`,
    `<path d="M44 62H116L106 114H54Z" fill="#0E1F18" opacity=".3"/>${balls}`,
    `<path d="${bars}M47 74H113M49 87H111M52 100H108M54 113H106" fill="none" stroke="${wire}" stroke-width="1.800"/><path d="M44 62H116" stroke="${wire}" stroke-width="3.600" stroke-linecap="round"/><path d="M46 61H112" stroke="#fff" stroke-width="1" opacity=".7"/>`,
    `<path d="M56 60Q58 26 80 26T104 60" fill="none" stroke="${wire}" stroke-width="3.200"/><path d="M72 27h16" stroke="#15201B" stroke-width="6" stroke-linecap="round"/>`,
  ].join('')
}

/** A damper between two main strings, centred at a point. */
export function damper(x: number, y: number, { colour, dark }: { colour: string; dark: string }): string {
  return [
    shadowAt(x + 3, y + 5, 21, 19),
    `<rect x="${x - 15}" y="${y - 14}" width="30" height="28" rx="12" fill="${colour}"/><rect x="${x - 15}" y="${y - 14}" width="30" height="28" rx="12" fill="url(#ball)"/>`,
    `<circle cx="${x}" cy="${y}" r="7.500" fill="${dark}"/><path d="M${x - 4.5} ${y - 4}Q${x} ${y} ${x - 4} ${y + 4.5}M${x + 4.5} ${y - 4.5}Q${x} ${y} ${x + 4.5} ${y + 4}" fill="none" stroke="#fff" stroke-width="1.400"/>`,
    `<path d="M${x - 16} ${y - 6}v12M${x + 16} ${y - 6}v12" stroke="${dark}" stroke-width="3.400" stroke-linecap="round"/><path d="M${x - 9} ${y - 10}q8-4 15-1" fill="none" stroke="#fff" stroke-width="1.800" stroke-linecap="round" opacity=".8"/>`,
  ].join('')
}
