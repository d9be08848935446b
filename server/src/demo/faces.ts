import type { Person } from './people.ts'
import { createRandom, itemAt } from './random.ts'

/** Background and shirt colours. */
const CLOTHES = [
  ['#DCE6F2', '#2F5F9E'],
  ['#F2E6CF', '#A8552A'],
  ['#E4E0F0', '#574873'],
  ['#D9EDF0', '#2A8C97'],
  ['#F6DDE0', '#D06A7D'],
  ['#E6EAD6', '#6E8B3D'],
  ['#E9E4D8', '#B8862B'],
  ['#DDEBE4', '#33413A'],
  ['#FBE6CC', '#DB7F2A'],
  ['#E3E9F7', '#44517F'],
  ['#F0DEEA', '#8F4377'],
  ['#CFE8DA', '#08794D'],
  ['#E7E5E0', '#8A857A'],
] as const
const SKINS = ['#F1C9A5', '#F6D3B5', '#EBC19B', '#F8D9BF', '#E9BC94', '#DFAE86', '#E3B48D', '#F3CBA6'] as const
const HAIRS = ['#1E1B18', '#2B2420', '#26201C', '#3A2A22', '#1E1B18', '#4A2F25'] as const

/** Haircuts by name: the part behind shirt and face, and the part over the forehead. `h` is the hair colour. */
const HAIRCUTS = {
  short: {
    back: '',
    front:
      'M14.3 21C12.5 11 17.5 6.500 24 6.500S35.500 11 33.700 21c-.8-3.600-2-5.500-3.700-6.500-4 1.500-8.500 1-11-.8-2.500 1.300-4 3.800-4.700 7.300z',
  },
  parted: {
    back: '',
    front:
      'M14.3 20.500C12 12 16 7 21 7c2-1.800 12-2.500 12.700 13.500-.7-3-1.700-5-2.700-6-5 .5-10-.5-12-2-2.400 1.500-4 4.500-4.700 8z',
  },
  crop: {
    back: '',
    front:
      'M14.500 19C13.800 11 18 7 24 7s10.200 4 9.500 12c-.8-2.600-1.900-4.200-3.400-5.300-4 .9-8.200.9-12.200 0-1.500 1.100-2.600 2.700-3.400 5.300z',
  },
  swept: {
    back: '',
    front:
      'M14.2 20.500c-.9-6.500 1-11 5-12.700C24 4.500 34.800 6.500 33.900 20.500c-.6-2.700-1.500-4.600-2.700-6-2.600-.2-5.200-1-7.200-2.500-2.500 3-6.300 4.300-9.800 8.500z',
  },
  curly: {
    back: '',
    front:
      'M14.400 20.500c-2.400-1-2.800-4.300-.8-5.700-1-2.800 1.300-5 3.600-4.600.9-2.600 4.200-3.300 5.900-1.500 1.700-1.800 5.100-1.300 6 1.100 2.600-.5 4.800 2 3.900 4.700 1.900 1.500 1.500 4.700-.6 5.800-.3-2-1.100-3.800-2.400-5-1.700 1-3.600.9-4.900-.2-1.400 1.300-3.700 1.400-5.300.2-1.400.8-3 .6-4-.1-.8 1.500-1.200 3.200-1.400 5.300z',
  },
  ponytail: {
    back: 'M34 12c5 0 7 5 6 11-1 4-3 5-4 4 1-4 0-8-4-10z',
    front:
      'M14.3 21C13 11 18 6.500 24 6.500S35 11 33.700 21c-1-3-2-4.500-3.500-6-5 .8-9-.2-12-2-2 2-3.200 4.500-3.900 8z',
  },
  bob: {
    back: 'M12 21c0-10 5-15 12-15s12 5 12 15v10c-3 2.500-6 2-7 1V20H19v12c-1 1-4 1.500-7-1z',
    front: 'M14.500 20c0-7 4-11 9.500-11s9.500 4 9.500 11c-3-1.500-6-4-7.500-6.500-3 3.500-7 5.500-11.500 6.500z',
  },
  fringe: {
    back: 'M12.300 21c0-10 4.900-14.800 11.700-14.800S35.700 11 35.700 21v9.500c-2.500 1.800-5.400 1.500-6.400.6V20H18.700v11.100c-1 .9-3.900 1.200-6.400-.6z',
    front: 'M14.400 19.300C13.500 11 18 7 24 7s10.500 4 9.600 12.300c-6-1.700-13.200-1.700-19.200 0z',
  },
  long: {
    back: 'M12.400 21C12.400 10.500 17 6 24 6s11.600 4.500 11.600 15c0 6.500 1 11 2.400 15.500-3.500 2-8 1.500-9.500 0V20h-9v16.500c-1.500 1.500-6 2-9.500 0 1.400-4.500 2.400-9 2.400-15.500z',
    front:
      'M14.500 20.500C13.700 12.500 18 8.500 24.500 8.500s9.800 4.300 9 12c-2.500-2-4.500-4.500-5.500-7.500-3 4-8 6.500-13.500 7.500z',
  },
  bun: {
    back: 'M24 1.800a4.600 4.600 0 1 1 0 9.200 4.600 4.600 0 0 1 0-9.200z',
    front:
      'M14.300 20.500C13.200 11.500 17.800 7 24 7s10.800 4.500 9.700 13.500c-1.300-3.800-4.500-6.600-9.700-6.600s-8.400 2.800-9.700 6.600z',
  },
  bunches: {
    back: 'M12.500 15c-4-1-6.500 2-6 6.500.3 2.800 2 4.500 3.500 4 2-.7 1.500-3.500 3.500-6zM35.500 15c4-1 6.500 2 6 6.500-.3 2.800-2 4.500-3.500 4-2-.7-1.500-3.500-3.500-6z',
    front:
      'M14.300 20.500C13.200 11.500 17.800 7 24 7s10.800 4.500 9.700 13.500c-2-3.500-5.200-5.300-9.700-6.500-4.500 1.200-7.700 3-9.700 6.500z',
  },
} as const
type Haircut = keyof typeof HAIRCUTS

const MENS: Haircut[] = ['short', 'crop', 'parted', 'curly', 'swept']
const WOMENS: Haircut[] = ['ponytail', 'bob', 'bun', 'long', 'fringe']
/** Haircuts for girls. */
const GIRLS: Haircut[] = ['bunches']

const HEADWEAR = ['none', 'cap', 'cap-left', 'headband', 'visor'] as const
const MOUTHS = [
  'M20.800 26.800c1.800 1.800 4.600 1.800 6.400 0',
  'M21.200 27.200c1.700 1 3.900 1 5.600 0',
  'M20.600 26.500c1 3 5.800 3 6.800 0z',
  'M21.500 27.300c2 .9 4 .4 5-1',
] as const

type Looks = {
  ground: string
  shirt: string
  skin: string
  hair: string
  haircut: Haircut
  headwear: (typeof HEADWEAR)[number]
  mouth: string
  hasGlasses: boolean
  hasStubble: boolean
}

/** Looks of the demo accounts, which a visitor sees first. */
const BY_USERNAME: Record<string, Partial<Looks>> = {
  coach: {
    ground: '#CFE8DA',
    shirt: '#08794D',
    skin: '#F1C9A5',
    haircut: 'crop',
    headwear: 'cap',
    hasGlasses: false,
    hasStubble: false,
  },
  coach2: {
    ground: '#F3E1D2',
    shirt: '#C8693F',
    skin: '#F6D3B5',
    hair: '#3A2A22',
    haircut: 'ponytail',
    headwear: 'none',
    hasGlasses: false,
  },
  coach3: { ground: '#DCE6F2', shirt: '#2F5F9E', haircut: 'swept', headwear: 'none', hasGlasses: true },
  solo: {
    ground: '#E9E4D8',
    shirt: '#33413A',
    haircut: 'curly',
    headwear: 'none',
    hasStubble: true,
    hasGlasses: false,
  },
  player: {
    ground: '#EFF0C6',
    shirt: '#D7F04A',
    skin: '#F6D3B5',
    hair: '#2B2420',
    haircut: 'bob',
    headwear: 'none',
    hasGlasses: false,
  },
  player2: { ground: '#E4E0F0', shirt: '#574873', haircut: 'parted', headwear: 'none', hasGlasses: true },
  player3: { ground: '#D9EDF0', shirt: '#2A8C97', haircut: 'bun', headwear: 'none', hasGlasses: false },
}

/** Draws a face as SVG, `size` pixels square. The same person always looks the same. No text in it. */
export function faceSvg({ n, gender, username, level }: Person, size: number): string {
  const random = createRandom(n * 7919)
  const [ground, shirt] = itemAt(CLOTHES, (n * 5) % CLOTHES.length)
  const isMan = gender === 1
  const isChild = level <= 1
  const cuts = isMan ? MENS : isChild ? GIRLS : WOMENS
  const looks: Looks = {
    ground,
    shirt,
    skin: random.pick(SKINS),
    hair: random.pick(HAIRS),
    haircut: itemAt(cuts, n % cuts.length),
    headwear: random.weighted(HEADWEAR, (it) => (it === 'none' ? 12 : it === 'visor' && isMan ? 0 : 1.4)),
    mouth: random.pick(MOUTHS),
    hasGlasses: random.chance(0.2),
    hasStubble: isMan && !isChild && random.chance(0.2),
    ...BY_USERNAME[username ?? ''],
  }
  // A bun or bunches leave no room for a cap.
  if (looks.haircut === 'bun' || looks.haircut === 'bunches') looks.headwear = 'none'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 48 48">${drawn(looks)}</svg>`
}

function drawn({ ground, shirt, skin, hair, haircut, headwear, mouth, hasGlasses, hasStubble }: Looks): string {
  const { back, front } = HAIRCUTS[haircut]
  const shade = '#2B2420'
  return [
    `<rect width="48" height="48" fill="${ground}"/>`,
    back && `<path fill="${hair}" d="${back}"/>`,
    `<path fill="${shirt}" d="M5 50c0-11 8-15.500 19-15.500S43 39 43 50z"/>`,
    `<path fill="${skin}" d="M19.500 28h9v7.500c-1 3-8 3-9 0z"/>`,
    `<path fill="${shade}" opacity=".1" d="M19.500 30.500c2.500 2.400 6.500 2.400 9 0v2.200c-2.700 1.900-6.300 1.900-9 0z"/>`,
    `<ellipse cx="24" cy="21.500" rx="9.500" ry="10.500" fill="${skin}"/>`,
    hasStubble &&
      `<path fill="${shade}" opacity=".16" d="M14.800 23.500c.5 5.500 4 8.500 9.200 8.500s8.700-3 9.200-8.500c-1.700 1.800-3 1-4.700.9-3-.4-6-.4-9 0-1.700.1-3 .9-4.700-.9z"/>`,
    !isCap(headwear) && `<path fill="${hair}" d="${front}"/>`,
    onHead(headwear, shirt),
    `<circle cx="20.300" cy="22.500" r="1.100" fill="${shade}"/><circle cx="27.700" cy="22.500" r="1.100" fill="${shade}"/>`,
    hasGlasses &&
      `<g fill="none" stroke="${shade}" stroke-width=".8"><circle cx="20.100" cy="22.500" r="3"/><circle cx="27.900" cy="22.500" r="3"/><path d="M23.100 22.200c.6-.4 1.200-.4 1.800 0"/></g>`,
    `<path d="${mouth}" stroke="#7A3B2A" stroke-width="1.200" fill="${mouth.endsWith('z') ? '#FFFFFF' : 'none'}" stroke-linecap="round" stroke-linejoin="round"/>`,
  ]
    .filter(Boolean)
    .join('')
}

/** Whether the headwear hides all hair over the forehead. */
function isCap(headwear: Looks['headwear']): boolean {
  return headwear === 'cap' || headwear === 'cap-left'
}

function onHead(headwear: Looks['headwear'], shirt: string): string {
  const crown = 'M12.200 17.500C11.900 9.500 17.200 5.400 24 5.400s12.100 4.100 11.800 12.100z'
  switch (headwear) {
    case 'cap':
      return `<path fill="#0A4A33" d="${crown}"/><path fill="#06603E" d="M12 16.500H39.500c0 2.500-2.500 3.500-5 3.500H12.600z"/><circle cx="24" cy="12" r="2" fill="#D7F04A"/>`
    case 'cap-left':
      return `<path fill="#FFFFFF" d="${crown}"/><path fill="#DEDBD2" d="M36 16.500H8.500c0 2.500 2.500 3.500 5 3.500h21.900z"/>`
    case 'headband':
      return `<path fill="#FFFFFF" d="M14 15.600c6.200-2.500 13.800-2.500 20 0l-.2 3.100c-6-2.400-13.600-2.400-19.600 0z"/><path fill="${shirt}" d="M22.800 14.500h2.400v2.500h-2.400z"/>`
    case 'visor':
      return `<path fill="#FFFFFF" d="M13.900 14.300c6.300-2.300 13.900-2.300 20.200 0l.1 3H13.800z"/><path fill="#EDEBE5" d="M13.600 16.700H38c-.3 2.300-2.600 3.200-5 3.200H14z"/>`
    case 'none':
      return ''
  }
}
