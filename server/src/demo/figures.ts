import { placedRacket, type RacketLook, racket } from './rackets.ts'

/** Players as SVG groups of 100 × 160 units, with their feet on the lower edge. They depict no real person. */

type Point = readonly [x: number, y: number]

/** The positions of the joints, the hand with the racket, and the racket's rotation from upright. */
type Pose = {
  looks: 'left' | 'right'
  head: Point
  neck: Point
  hip: Point
  /** Elbow and hand of each arm. The arm behind the body comes first. */
  arms: readonly [readonly [Point, Point], readonly [Point, Point]]
  /** Knee and foot of each leg. The leg behind comes first. */
  legs: readonly [readonly [Point, Point], readonly [Point, Point]]
  racket?: { hand: 0 | 1; degrees: number; scale: number }
}

/** The looks of a figure. */
export type Figure = { skin: string; hair: string; shirt: string; shorts: string; cap?: string; hasLongHair: boolean }

export const POSES = {
  serve: {
    looks: 'right',
    head: [50, 36],
    neck: [49, 48],
    hip: [44, 88],
    arms: [
      [
        [66, 36],
        [74, 12],
      ],
      [
        [34, 38],
        [40, 18],
      ],
    ],
    legs: [
      [
        [34, 112],
        [22, 146],
      ],
      [
        [56, 114],
        [58, 150],
      ],
    ],
    racket: { hand: 1, degrees: -34, scale: 0.3 },
  },
  forehand: {
    looks: 'right',
    head: [52, 32],
    neck: [50, 45],
    hip: [46, 86],
    arms: [
      [
        [32, 58],
        [20, 66],
      ],
      [
        [68, 60],
        [82, 68],
      ],
    ],
    legs: [
      [
        [30, 112],
        [18, 148],
      ],
      [
        [62, 108],
        [76, 150],
      ],
    ],
    racket: { hand: 1, degrees: 84, scale: 0.3 },
  },
  volley: {
    looks: 'left',
    head: [46, 40],
    neck: [46, 52],
    hip: [50, 92],
    arms: [
      [
        [34, 66],
        [28, 52],
      ],
      [
        [30, 62],
        [20, 46],
      ],
    ],
    legs: [
      [
        [68, 112],
        [70, 148],
      ],
      [
        [38, 116],
        [28, 150],
      ],
    ],
    racket: { hand: 1, degrees: -18, scale: 0.3 },
  },
  coaching: {
    looks: 'right',
    head: [50, 28],
    neck: [50, 41],
    hip: [50, 86],
    arms: [
      [
        [34, 60],
        [20, 52],
      ],
      [
        [66, 62],
        [68, 84],
      ],
    ],
    legs: [
      [
        [44, 116],
        [42, 150],
      ],
      [
        [56, 116],
        [60, 150],
      ],
    ],
    racket: { hand: 1, degrees: 168, scale: 0.3 },
  },
  ready: {
    looks: 'left',
    head: [46, 44],
    neck: [47, 56],
    hip: [54, 94],
    arms: [
      [
        [36, 76],
        [30, 84],
      ],
      [
        [44, 80],
        [30, 86],
      ],
    ],
    legs: [
      [
        [40, 116],
        [36, 150],
      ],
      [
        [66, 116],
        [70, 150],
      ],
    ],
    racket: { hand: 1, degrees: -52, scale: 0.3 },
  },
} as const satisfies Record<string, Pose>

const to = ([x, y]: Point) => `${x} ${y}`

/** Draws somebody in a pose: first what is behind, then the body, the near arm last. */
export function figure(pose: keyof typeof POSES, look: Figure, racketLook: RacketLook): string {
  const { looks, head, neck, hip, arms, legs, racket: held }: Pose = POSES[pose]
  const limb = (points: readonly Point[], colour: string, width: number) =>
    `<path d="M${points.map(to).join('L')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
  const shoulder: readonly [Point, Point] = [
    [neck[0] + 7, neck[1] + 5],
    [neck[0] - 7, neck[1] + 5],
  ]
  const leg = ([knee, foot]: readonly [Point, Point], side: number, shade: string) => {
    const top: Point = [hip[0] + side, hip[1] + 2]
    const thigh: Point = [(top[0] + knee[0] * 1.6) / 2.6, (top[1] + knee[1] * 1.6) / 2.6]
    const ankle: Point = [(knee[0] + foot[0] * 3) / 4, (knee[1] + foot[1] * 3) / 4]
    return [
      limb([top, knee, foot], look.skin, 8),
      limb([ankle, foot], '#fff', 7),
      `<path d="M${to(top)}L${to(thigh)}" stroke="${shade}" stroke-width="14"/><circle cx="${top[0]}" cy="${top[1]}" r="7" fill="${shade}"/>`,
      `<path d="M${foot[0] - 6} ${foot[1] - 1}q2-5 8-3l8 3q3 4-1 5h-14q-3-1-1-5z" fill="#fff"/><path d="M${foot[0] - 7} ${foot[1] + 3}h17" stroke="#26241F" stroke-width="1.800"/>`,
    ].join('')
  }
  const arm = ([elbow, hand]: readonly [Point, Point], from: Point) => {
    const sleeve: Point = [(from[0] * 1.1 + elbow[0]) / 2.1, (from[1] * 1.1 + elbow[1]) / 2.1]
    return `${limb([from, elbow, hand], look.skin, 6.4)}${limb([from, sleeve], look.shirt, 10)}<circle cx="${hand[0]}" cy="${hand[1]}" r="3.800" fill="${look.skin}"/>`
  }
  const inHand = held ? racketInHand(arms[held.hand][1], held, racketLook) : ''
  const body = `M${shoulder[1][0] - 4} ${shoulder[1][1]}Q${neck[0]} ${neck[1] - 3} ${shoulder[0][0] + 4} ${shoulder[0][1]}L${hip[0] + 11} ${hip[1] + 2}H${hip[0] - 11}Z`
  return [
    `<ellipse cx="${(legs[0][1][0] + legs[1][1][0]) / 2 + 12}" cy="153" rx="38" ry="6" fill="#08110D" opacity=".3"/>`,
    arm(arms[0], shoulder[0]),
    leg(legs[0], 3, look.shorts),
    leg(legs[1], -3, look.shorts),
    `<path d="${body}" fill="${look.shirt}" stroke="${look.shirt}" stroke-width="5" stroke-linejoin="round"/><path d="M${shoulder[0][0] + 2} ${shoulder[0][1]}L${hip[0] + 11} ${hip[1] + 3}h-9Z" fill="#000" opacity=".16"/>`,
    `<path d="M${hip[0] - 13} ${hip[1]}h26l1 8h-28z" fill="${look.shorts}"/>`,
    limb([neck, [(neck[0] + head[0]) / 2, (neck[1] + head[1]) / 2]], look.skin, 7),
    headOf(head, looks, look),
    inHand,
    arm(arms[1], shoulder[1]),
  ].join('')
}

/** Draws the racket with its handle in the hand. It rotates about the hand, near its lower end. */
function racketInHand([x, y]: Point, { degrees, scale }: NonNullable<Pose['racket']>, look: RacketLook): string {
  const reach = 72 * scale
  const turned = (degrees * Math.PI) / 180
  const middle = [x + Math.sin(turned) * reach, y - Math.cos(turned) * reach] as const
  return placedRacket(racket(look), middle[0] - 40 * scale, middle[1] - 105 * scale, scale, degrees)
}

/** Draws the head in side view, looking to the right unless turned. */
function headOf([x, y]: Point, looks: Pose['looks'], { skin, hair, cap, hasLongHair }: Figure): string {
  return [
    `<g transform="translate(${x} ${y}) scale(${looks === 'left' ? -1 : 1} 1)">`,
    hasLongHair ? `<path d="M-7-5q-13 3-12 17q1 6 5 8q-1-10 5-13z" fill="${hair}"/>` : '',
    `<path d="M-8-2Q-9-11 0-11.500T9.500-3L11.500 1.500 9.400 2.500Q9.500 10 3 11Q-6 11-8-2Z" fill="${skin}"/>`,
    `<path d="M-4 7Q-10 4-9.500-4Q-9-13 1-13Q9-13 10-6Q3-4-1-5Q-1 0-4 1Z" fill="${hair}"/><ellipse cx="-1.500" cy="1.500" rx="1.800" ry="2.600" fill="${skin}"/>`,
    cap
      ? `<path d="M-10-4Q-10-14 0-14.500T10-5.500Q0-3-10-4Z" fill="${cap}"/><path d="M8-6.500Q16-7 18-3.500Q12-4 8-4Z" fill="${cap}"/>`
      : '',
    '<path d="M6.500-1.200v2" stroke="#26201C" stroke-width="1.600" stroke-linecap="round"/><path d="M5 6.400q2 1 3.600-.6" fill="none" stroke="#7A3B2A" stroke-width="1.100" stroke-linecap="round"/></g>',
  ].join('')
}
