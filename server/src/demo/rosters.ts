import type { CoachPlan } from './clubs.ts'
import { NEWCOMER, type People, type Person, SEEKER } from './people.ts'
import type { Random } from './random.ts'

/** A coach with their students. */
export type Roster = { coach: CoachPlan; students: Person[] }

/** The number of students of each coach, in the order of people.ts. */
const SIZES = [15, 13, 12, 11, 12, 12, 8, 9]

/**
 * Assigns students to every coach by interest. `player` is a student of coach, coach2, coach3 and solo. The other named
 * players are students of coaches who teach near by.
 */
export function planRosters(people: People, coaches: readonly CoachPlan[], random: Random): Roster[] {
  const always: Record<string, Person[]> = {
    coach: [people.named('player'), people.named('player2'), people.named('player3')],
    coach2: [people.named('player'), people.named('player2'), people.named('player3')],
    coach3: [people.named('player'), people.named('player2')],
    solo: [people.named('player'), people.named('player3')],
  }
  return coaches.map((coach, index) => {
    const interests = interestsOf(coach)
    const first = always[coach.person.username ?? ''] ?? []
    const isKnown = ({ username, nickname }: Person) =>
      username === undefined && nickname !== NEWCOMER && nickname !== SEEKER
    const others = random.shuffled(people.players).filter((player) => isKnown(player) && interests.has(player.interest))
    // Few coaches teach children, so children are assigned before adults.
    const isChild = ({ interest }: Person) => interest === 'youth'
    const students = [...first, ...others.filter(isChild), ...others.filter((player) => !isChild(player))]
    return { coach, students: students.slice(0, SIZES[index]) }
  })
}

function interestsOf({ person, courses }: CoachPlan): Set<Person['interest']> {
  if (person.interest === 'badminton') return new Set(['badminton'])
  return new Set(courses.some(({ style }) => style === 'youth') ? ['tennis', 'youth'] : ['tennis'])
}
