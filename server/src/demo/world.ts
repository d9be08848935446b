import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { type AdvertPlan, planAdverts } from './adverts.ts'
import { type BallPlan, planBalls } from './balls.ts'
import { type CardPlan, planCards } from './cards.ts'
import { bookFinishedContracts, type LikePlan, planClassHistories, planLikes } from './classes.ts'
import { type Clubs, type CoachVenuePlan, planAssociations, planClubs, planRosters, type Roster } from './clubs.ts'
import { type LedgerPlan, planLedgers } from './contracts.ts'
import { type MallPlan, planMall } from './mall.ts'
import { bookCoachsInbox, type MessagePlan, planMessages } from './messages.ts'
import { bookCoachsToday, bookPlayersClasses, createCast } from './named-classes.ts'
import { DEMO_USERNAMES, type People, planPeople, STAFF_USERNAMES } from './people.ts'
import { type PeopleCases, planPeopleCases } from './people-cases.ts'
import { planVenues, type VenuePlan } from './places.ts'
import type { ClassPlan } from './plans.ts'
import { createRandom } from './random.ts'
import { createSchedule } from './schedule.ts'
import { planShops, type ShopPlan } from './shops.ts'
import { planStringing, type StringingPlan } from './stringing.ts'
import { fillTimetable, type LockPlan, planLocks } from './timetable.ts'

/** Everything in the demo world, before it is rows. */
export type World = {
  now: Date
  today: Day
  /** User names of all people with a log-in, staff included. */
  accounts: string[]
  people: People
  venues: VenuePlan[]
  clubs: Clubs
  associations: CoachVenuePlan[]
  rosters: Roster[]
  classes: ClassPlan[]
  ledgers: LedgerPlan[]
  locks: LockPlan[]
  likes: LikePlan[]
  balls: BallPlan[]
  cards: CardPlan[]
  messages: MessagePlan[]
  adverts: AdvertPlan[]
  shops: ShopPlan[]
  stringing: StringingPlan
  mall: MallPlan
  peopleMatters: PeopleCases
}

const SEED = 20_260_501

/**
 * Plans the world as of an instant. The same instant gives the same world. The hand-written parts come first, because
 * they need fixed hours. The weekly classes of the others use the remaining hours.
 */
export function planWorld(now: Date): World {
  const today = dayOf(now)
  const random = createRandom(SEED)
  const people = planPeople(today, random)
  const venues = planVenues()
  const clubs = planClubs(people.coaches, venues)
  const associations = planAssociations(clubs.coaches, now)
  const rosters = planRosters(people, clubs.coaches, random)
  const cast = createCast(people, clubs, venues)

  const schedule = createSchedule(now, today, random)
  bookPlayersClasses(schedule, cast)
  bookCoachsToday(schedule, cast)
  bookFinishedContracts(schedule, cast)
  const balls = planBalls(schedule, cast)
  const locks = planLocks(schedule, clubs.coaches, venues)
  bookCoachsInbox(schedule, cast, locks)
  fillTimetable(schedule, rosters)

  const classes = planClassHistories(schedule, cast)
  const ledgers = planLedgers(schedule.contracts, classes, now)
  const shops = planShops()
  return {
    now,
    today,
    accounts: [...DEMO_USERNAMES, ...STAFF_USERNAMES],
    people,
    venues,
    clubs,
    associations,
    rosters,
    classes,
    ledgers,
    locks,
    likes: planLikes(classes, now, random),
    balls,
    cards: planCards(people, balls, today),
    messages: planMessages({ now, today, random, classes, balls, ledgers, associations }),
    adverts: planAdverts(today, clubs),
    shops,
    mall: planMall(people, now),
    stringing: planStringing({ people, shops, today, now }),
    peopleMatters: planPeopleCases(people, balls, today),
  }
}
