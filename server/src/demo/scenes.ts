/** A venue's picture: the surroundings of the court, and the colours of the court. */
type Scene = { behind: string; apron: string; court: string; sport: 'tennis' | 'badminton'; over?: string }

type Point = [x: number, y: number]

/** Court measures, in metres. */
const TENNIS = { halfWidth: 5.485, halfSingles: 4.115, halfLength: 11.885, service: 6.4, post: 1.07, middle: 0.914 }
const BADMINTON = { halfWidth: 3.05, halfSingles: 2.59, halfLength: 6.7, service: 1.98, post: 1.55, middle: 1.524 }

/** The camera looks along the court from above its near end. The picture is 160 units wide and high. */
const HORIZON = 44
const FOCUS = 168
const CENTRE = 80

/** Pictures of the six venues in the order of places.ts. */
const SCENES: Scene[] = [
  {
    sport: 'tennis',
    court: '#2F6DB5',
    apron: '#2E7D5B',
    behind: openAir({ sky: ['#BFE0F5', '#EAF6FC'], hills: '#6FA287' }) + fence('#24614A'),
  },
  {
    sport: 'tennis',
    court: '#158A7E',
    apron: '#20594F',
    behind: hall({ wall: '#E8ECE7', roof: '#C9D3CC', beam: '#9AA9A0', lamp: '#FFFDF0' }),
  },
  { sport: 'tennis', court: '#5B4B9E', apron: '#2C4A57', behind: skyline() + fence('#1D3540'), over: floodlights() },
  {
    sport: 'badminton',
    court: '#17885B',
    apron: '#D8A765',
    behind: hall({ wall: '#F3E7D3', roof: '#5E4B3A', beam: '#7B644F', lamp: '#FFF3C9' }),
  },
  {
    sport: 'tennis',
    court: '#3B7FA8',
    apron: '#3F6B4F',
    behind: openAir({ sky: ['#D9E4E8', '#F3F6F5'], hills: '#8FA89A' }) + fence('#35604A'),
    over: canopy(),
  },
  {
    sport: 'tennis',
    court: '#C8693F',
    apron: '#B4572F',
    behind: openAir({ sky: ['#FFE6C2', '#FFF6E6'], hills: '#7E9A55' }) + hedge(),
  },
]

/** A court in perspective with its surroundings as SVG, `size` pixels square. No text in it. */
export function venueSvg(n: number, size: number): string {
  const scene = SCENES[(n - 1) % SCENES.length]
  if (!scene) throw new RangeError(`No scene for venue ${n}`)
  const ground = `<path d="M0 78h160v82H0z" fill="${scene.apron}"/><path d="M0 78h160v7H0z" fill="#0E1F18" opacity=".12"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 160 160">${scene.behind}${ground}${courtOf(scene)}${scene.over ?? ''}</svg>`
}

/** Distance of the camera from the near line and its height, in metres. Both kinds of court fill the picture. */
const CAMERA = { tennis: { distance: 14, height: 9.2 }, badminton: { distance: 11, height: 7.2 } }

function courtOf({ sport, court }: Scene): string {
  const isTennis = sport === 'tennis'
  const { distance, height } = CAMERA[sport]
  const size = isTennis ? TENNIS : BADMINTON
  const project = ([x, y]: Point, z = 0): Point => {
    const depth = distance + y + size.halfLength
    return [CENTRE + (FOCUS * x) / depth, HORIZON + (FOCUS * (height - z)) / depth]
  }
  const at = (point: Point, z = 0) =>
    project(point, z)
      .map((value) => value.toFixed(2))
      .join(' ')
  // A hall has a court on either side. Outdoors a second court would only be in the way.
  const beside = isTennis ? [] : [-BESIDE, BESIDE]
  const reach = size.halfWidth + 0.914
  const foot = isTennis ? 0 : 0.76
  const top = `M${at([-reach, 0], size.post)}L${at([0, 0], size.middle)}L${at([reach, 0], size.post)}`
  const mesh = `${top}L${at([reach, 0], foot)}L${at([-reach, 0], foot)}Z`
  const posts = [-reach, reach].map((x) => `M${at([x, 0])}L${at([x, 0], size.post)}`).join('')
  return [
    ...[...beside, 0].map((offset) => linesOf(size, offset, isTennis, at, court)),
    `<path d="${mesh}" fill="#0E1F18" opacity=".34"/>`,
    `<path d="${posts}" stroke="#20302A" stroke-width="1.600" stroke-linecap="round"/>`,
    `<path d="${top}" fill="none" stroke="#fff" stroke-width="1.700" stroke-linecap="round"/>`,
    isTennis ? ball(project([2.4, -7.4])) : shuttlecock(project([1.3, -4.6])),
  ].join('')
}

/** From the middle of a badminton court to the middle of the next one, in metres. */
const BESIDE = 8

function linesOf(
  size: typeof TENNIS,
  offset: number,
  isTennis: boolean,
  at: (point: Point) => string,
  colour: string,
): string {
  const { halfWidth: w, halfSingles: s, halfLength: l, service } = size
  const line = (from: Point, to: Point) => `M${at([from[0] + offset, from[1]])}L${at([to[0] + offset, to[1]])}`
  const outline = `M${[
    [-w, -l],
    [w, -l],
    [w, l],
    [-w, l],
  ]
    .map(([x = 0, y = 0]) => at([x + offset, y]))
    .join('L')}Z`
  const across = isTennis ? s : w
  const lines = [
    outline,
    line([-s, -l], [-s, l]),
    line([s, -l], [s, l]),
    line([-across, -service], [across, -service]),
    line([-across, service], [across, service]),
    ...(isTennis
      ? [line([0, -service], [0, service])]
      : [
          line([0, -l], [0, -service]),
          line([0, service], [0, l]),
          line([-w, -l + 0.76], [w, -l + 0.76]),
          line([-w, l - 0.76], [w, l - 0.76]),
        ]),
  ]
  return `<path d="${outline}" fill="${colour}"/><path d="${lines.join('')}" fill="none" stroke="#fff" stroke-width="1.100" stroke-linejoin="round" opacity=".94"/>`
}

function ball([x, y]: Point): string {
  return [
    `<ellipse cx="${x + 1.2}" cy="${y + 3.2}" rx="3.600" ry="1.200" fill="#0E1F18" opacity=".25"/><circle cx="${x}" cy="${y}" r="3.400" fill="#D7F04A"/>`,
    `<path d="M${x - 2.6} ${y - 2.1}c1.600 1.300 1.600 3 0 4.200M${x + 2.6} ${y - 2.1}c-1.600 1.300-1.600 3 0 4.200" fill="none" stroke="#fff" stroke-width=".7"/>`,
  ].join('')
}

function shuttlecock([x, y]: Point): string {
  return `<path d="M${x} ${y}l-3-7.500h6.600z" fill="#fff"/><path d="M${x - 1.6} ${y - 3.8}h3.700" stroke="#C4C0B5" stroke-width=".7"/><circle cx="${x + 0.3}" cy="${y + 0.6}" r="1.900" fill="#C8693F"/>`
}

function openAir({ sky: [high, low], hills }: { sky: [string, string]; hills: string }): string {
  const trees =
    'M0 62c8-13 20-13 27-4 6-13 22-13 30-2 7-11 20-10 27 1 8-11 22-11 30 0 7-10 19-11 26-1 5-6 14-8 20-2v26H0z'
  return [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>`,
    '<path d="M0 0h160v90H0z" fill="url(#sky)"/>',
    '<g fill="#fff" opacity=".75"><ellipse cx="36" cy="22" rx="15" ry="4.500"/><ellipse cx="46" cy="18" rx="9" ry="4.500"/><ellipse cx="122" cy="30" rx="17" ry="4"/></g>',
    `<path d="M0 56c22-12 40-10 60-3 22-10 52-12 100 1v30H0z" fill="${hills}" opacity=".38"/>`,
    `<path d="${trees}" fill="${hills}"/>`,
  ].join('')
}

function fence(colour: string): string {
  const posts = Array.from({ length: 9 }, (_, index) => `M${index * 20} 66v13`).join('')
  return `<path d="M0 68h160v11H0z" fill="${colour}"/><path d="M0 68h160" stroke="#fff" stroke-width=".8" opacity=".4"/><path d="${posts}" stroke="#12241D" stroke-width="1" opacity=".5"/>`
}

function hedge(): string {
  const bushes = Array.from(
    { length: 12 },
    (_, index) =>
      `<ellipse cx="${index * 14.5 + 2}" cy="73" rx="9.500" ry="8" fill="${index % 2 === 0 ? '#4F7A3C' : '#5B8845'}"/>`,
  ).join('')
  return `${bushes}<path d="M0 72h160v8H0z" fill="#4F7A3C"/>`
}

function hall({ wall, roof, beam, lamp }: { wall: string; roof: string; beam: string; lamp: string }): string {
  const beams = [-72, -48, -24, 0, 24, 48, 72].map((x) => `M${80 + x * 0.62} 40L${80 + x * 2.1} 0`).join('')
  const lamps = [14, 27]
    .map((y, row) =>
      [-1.5, -0.5, 0.5, 1.5]
        .map((x) => {
          const width = 13 - row * 4
          return `<rect x="${(80 + x * (42 - row * 13) - width / 2).toFixed(1)}" y="${y}" width="${width}" height="${2.6 - row * 0.8}" rx="1" fill="${lamp}"/>`
        })
        .join(''),
    )
    .join('')
  const windows = [20, 46, 72, 98, 124]
    .map(
      (x) =>
        `<path d="M${x} 46h16v10H${x}z" fill="#DDEFFB"/><path d="M${x + 8} 46v10" stroke="#fff" stroke-width=".8"/>`,
    )
    .join('')
  return [
    `<path d="M0 0h160v44H0z" fill="${roof}"/>`,
    `<path d="${beams}M0 13h160M0 26h160" stroke="${beam}" stroke-width="1.300" fill="none" opacity=".75"/>`,
    `<path d="M0 40h160v40H0z" fill="${wall}"/><path d="M0 40h160v2H0z" fill="${beam}"/>`,
    windows,
    '<path d="M0 64h160v15H0z" fill="#2F4A42" opacity=".85"/>',
    lamps,
  ].join('')
}

function skyline(): string {
  const blocks = [
    [2, 40, 12],
    [16, 30, 9],
    [27, 44, 13],
    [42, 22, 8],
    [52, 36, 12],
    [66, 46, 10],
    [98, 34, 11],
    [111, 18, 9],
    [122, 38, 13],
    [137, 28, 9],
    [148, 42, 12],
  ]
    .map(([x = 0, y = 0, width = 0]) => `<path d="M${x} ${y}h${width}v${78 - y}h-${width}z"/>`)
    .join('')
  const tower =
    '<path d="M84 14l1.200 14h3.200v50h-9V28h3.400z"/><circle cx="84" cy="36" r="4.500"/><circle cx="84" cy="56" r="7"/>'
  return [
    '<defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#26305A"/><stop offset=".55" stop-color="#7A5A8C"/><stop offset="1" stop-color="#F0A36B"/></linearGradient></defs>',
    '<path d="M0 0h160v84H0z" fill="url(#dusk)"/>',
    `<g fill="#1E2748" opacity=".86">${blocks}${tower}</g>`,
    '<g fill="#FFE9A8" opacity=".8"><path d="M19 38h2v2h-2zM19 46h2v2h-2zM45 30h2v2h-2zM45 42h2v2h-2zM56 44h2v2h-2zM103 42h2v2h-2zM114 27h2v2h-2zM114 40h2v2h-2zM127 48h2v2h-2zM140 38h2v2h-2zM152 52h2v2h-2zM8 50h2v2H8zM31 54h2v2h-2z"/></g>',
  ].join('')
}

function floodlights(): string {
  return [22, 138]
    .map(
      (x) =>
        `<path d="M${x} 22v60" stroke="#10202A" stroke-width="1.800"/><circle cx="${x}" cy="20" r="11" fill="#FFF6C9" opacity=".28"/><rect x="${x - 6}" y="17" width="12" height="5" rx="1.500" fill="#FFF6C9"/>`,
    )
    .join('')
}

function canopy(): string {
  const ribs = [0, 40, 80, 120, 160]
    .map((x) => `M${x} 0Q${80 + (x - 80) * 0.72} 14 ${80 + (x - 80) * 0.56} 40`)
    .join('')
  return [
    '<path d="M0 0h160v34C120 22 40 22 0 34z" fill="#F7F9F8"/><path d="M0 34C40 22 120 22 160 34v5C120 27 40 27 0 39z" fill="#C9D6CF"/>',
    `<path d="${ribs}" stroke="#C3D0CA" stroke-width="1.200" fill="none" opacity=".8"/>`,
    '<path d="M6 36v70M154 36v70" stroke="#7D8F86" stroke-width="3.500"/><path d="M40 29v50M120 29v50" stroke="#93A39B" stroke-width="2"/>',
  ].join('')
}
