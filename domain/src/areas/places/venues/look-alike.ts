/** The data of a venue that identifies it. */
export type VenueFace = { name: string; address: string; phone: string | null }
export type LikeIn = 'name' | 'address' | 'phone'

/** Words that the names of most venues contain. */
const COMMON_WORDS = /网球|羽毛球|俱乐部|体育|运动|中心|球场|球馆|场馆|场地|场|馆/g
const NO_LETTERS = /[^\p{L}\p{N}]/gu
/** The share of pairs of neighbouring characters that two alike names have in common. */
const ALIKE_FROM = 0.5
/** A shorter address is part of too many others. */
const SHORTEST_ADDRESS = 4

/**
 * The fields in which two venues of one city are so alike that they may be the same. It is empty when there are none.
 */
export function whereAlike(one: VenueFace, other: VenueFace): LikeIn[] {
  const alike: LikeIn[] = []
  if (areNamesAlike(ownPartOf(one.name), ownPartOf(other.name))) alike.push('name')
  if (isOneInOther(lettersOf(one.address), lettersOf(other.address), SHORTEST_ADDRESS)) alike.push('address')
  const [phone, otherPhone] = [digitsOf(one.phone), digitsOf(other.phone)]
  if (phone !== '' && phone === otherPhone) alike.push('phone')
  return alike
}

const lettersOf = (text: string) => text.normalize('NFKC').toLowerCase().replace(NO_LETTERS, '')
const digitsOf = (phone: string | null) => (phone ?? '').replace(/\D/g, '')

/** The distinctive part of a name. A name of common words only counts as a whole. */
function ownPartOf(name: string): string {
  const letters = lettersOf(name)
  return letters.replace(COMMON_WORDS, '') || letters
}

function areNamesAlike(one: string, other: string): boolean {
  return isOneInOther(one, other, 2) || sharedPairs(one, other) >= ALIKE_FROM
}

function isOneInOther(one: string, other: string, shortest: number): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short !== '' && (short === long || (short.length >= shortest && long.includes(short)))
}

/** The share of common pairs of neighbouring characters among all pairs of two texts, from 0 to 1. */
function sharedPairs(one: string, other: string): number {
  const [pairs, otherPairs] = [pairsOf(one), pairsOf(other)]
  const all = pairs.size + otherPairs.size
  if (all === 0) return 0
  return (2 * [...pairs].filter((pair) => otherPairs.has(pair)).length) / all
}

function pairsOf(text: string): Set<string> {
  const characters = [...text]
  return new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))
}
