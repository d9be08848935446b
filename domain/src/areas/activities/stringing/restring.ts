import { type Day, daysBetween } from '../../../kernel/day.ts'
import type { Sport } from '../../../kernel/sport.ts'
import type { StringMaterial } from './string-job.ts'

/** The hours of play, or the days, after which a string is worn out. */
export type StringLife = { hours: number; days: number }

const LIVES: Record<StringMaterial, StringLife> = {
  POLY: { hours: 15, days: 60 },
  NYLON: { hours: 25, days: 90 },
  MULTI: { hours: 25, days: 90 },
  GUT: { hours: 35, days: 120 },
}
/** In badminton the shuttle wears the strings, whatever their material. */
const BADMINTON_LIFE: StringLife = { hours: 20, days: 60 }
/** The material of a player's own string is unknown. */
const UNKNOWN_LIFE: StringLife = { hours: 20, days: 90 }

/** How long a string lasts. When mains and crosses differ, the shorter life counts. null is an unknown string. */
export function stringLife(sport: Sport, materials: readonly (StringMaterial | null)[]): StringLife {
  if (sport === 'badminton') return BADMINTON_LIFE
  const lives = materials.map((material) => (material ? LIVES[material] : UNKNOWN_LIFE))
  return lives.reduce((shortest, life) => (life.hours < shortest.hours ? life : shortest), lives[0] ?? UNKNOWN_LIFE)
}

/** How worn a string is. */
export type Wear = { hours: number; days: number; life: StringLife; isDue: boolean }

/** The wear of a string that was strung on a day and played for this many hours since. */
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

/** The words in a course name that mean neither tennis nor badminton. */
const STRINGLESS = ['体能', '健身', '匹克球', '乒乓', '壁球']

/**
 * The sport of a course, by its name. It is badminton when the name says so, and undefined when it names another sport.
 * Else it is tennis, which most names omit. Courses that wear no string have none.
 */
export function sportOfCourse(courseName: string): Sport | undefined {
  if (courseName.includes('羽')) return 'badminton'
  if (courseName.includes('网球')) return 'tennis'
  return STRINGLESS.some((word) => courseName.includes(word)) ? undefined : 'tennis'
}

/** A played class or game: its sport, if it wears strings, its start, and its length in hours. */
export type Played = { sport: Sport | undefined; startsAt: Date; hours: number }

/** The hours played in a sport since an instant. Play that had begun before does not count. */
export function hoursPlayed(played: readonly Played[], { sport, since }: { sport: Sport; since: Date }): number {
  return played.filter((one) => one.sport === sport && one.startsAt >= since).reduce((sum, { hours }) => sum + hours, 0)
}
