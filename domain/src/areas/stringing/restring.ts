import { type Day, daysBetween } from '../../kernel/day.ts'
import type { Sport } from '../../kernel/sport.ts'
import type { StringMaterial } from './string-job.ts'

/** After how much play, or how many days, a string has lost what it was bought for. */
export type StringLife = { hours: number; days: number }

const LIVES: Record<StringMaterial, StringLife> = {
  POLY: { hours: 15, days: 60 },
  NYLON: { hours: 25, days: 90 },
  MULTI: { hours: 25, days: 90 },
  GUT: { hours: 35, days: 120 },
}
/** A shuttle wears strings by clipping them, whatever they are made of. */
const BADMINTON_LIFE: StringLife = { hours: 20, days: 60 }
/** Nobody knows what a player's own string is made of. */
const UNKNOWN_LIFE: StringLife = { hours: 20, days: 90 }

/** How long a string lasts: the shorter-lived of the two where mains and crosses differ; null is a string nobody knows. */
export function stringLife(sport: Sport, materials: readonly (StringMaterial | null)[]): StringLife {
  if (sport === 'badminton') return BADMINTON_LIFE
  const lives = materials.map((material) => (material ? LIVES[material] : UNKNOWN_LIFE))
  return lives.reduce((shortest, life) => (life.hours < shortest.hours ? life : shortest), lives[0] ?? UNKNOWN_LIFE)
}

/** How worn a string is. */
export type Wear = { hours: number; days: number; life: StringLife; isDue: boolean }

/** How worn a string is that was strung on a day and has been played with for so many hours since. */
export function wearOf({
  life,
  strungOn,
  hoursPlayed,
  today,
}: {
  life: StringLife
  strungOn: Day
  hoursPlayed: number
  today: Day
}): Wear {
  const days = daysBetween(strungOn, today)
  return { hours: hoursPlayed, days, life, isDue: hoursPlayed >= life.hours || days >= life.days }
}

/** What a course names when it teaches neither sport. */
const STRINGLESS = ['体能', '健身', '匹克球', '乒乓', '壁球']

/**
 * The sport that a course teaches, as its name says: badminton where it names that, none of ours where it names another, else
 * tennis, which most names leave out. Courses that wear no string have none.
 */
export function sportOfCourse(courseName: string): Sport | undefined {
  if (courseName.includes('羽')) return 'badminton'
  if (courseName.includes('网球')) return 'tennis'
  return STRINGLESS.some((word) => courseName.includes(word)) ? undefined : 'tennis'
}

/** A class or a game that was played: what sport it was, if any that wears strings, when it began, and how long it was. */
export type Played = { sport: Sport | undefined; startsAt: Date; hours: number }

/** Hours played in a sport since an instant; what had begun before is none of them. */
export function hoursPlayed(played: readonly Played[], { sport, since }: { sport: Sport; since: Date }): number {
  return played.filter((one) => one.sport === sport && one.startsAt >= since).reduce((sum, { hours }) => sum + hours, 0)
}
