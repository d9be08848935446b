import type { ReportReason } from '@paidang/domain/areas/desks/reports/report'
import { ratingChanges } from '@paidang/domain/areas/people/profile/level'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import type { BallPlan } from './balls.ts'
import type { People, Person } from './people.ts'

/** A level of somebody and its source. `by` is the coach who assessed it. */
type LevelPlan = {
  person: Person
  source: 'SELF' | 'COACH'
  level: number
  by: Person | null
  note: string
  at: Date
}

/** How a finished game ended, agreed by both sides. Rating changes are in hundredths. */
type ResultPlan = {
  ball: BallPlan
  sets: string
  winner: 'A' | 'B'
  players: { person: Person; side: 'A' | 'B'; ratingChange: number }[]
  recordedBy: Person
  answeredBy: Person
  at: Date
  answeredAt: Date
}

/** A player who applies to be a coach, with the photo of their certificate. */
type ApplicationPlan = {
  person: Person
  realName: string
  yearsTeaching: number
  region: string
  introduction: string
  at: Date
}

/** A report of a user: about a profile, or about the text of a game. */
type ReportPlan = { reporter: Person; reason: ReportReason; words: string; at: Date } & (
  | { kind: 'user'; about: Person }
  | { kind: 'ball'; about: BallPlan }
)

/** Profile text that nobody has approved yet. With null: an unapproved photo, placed after the visible ones. */
type HeldPlan = { person: Person; text: string | null; at: Date }

/** Levels, results, coach applications and blacklists. */
export type PeopleCases = {
  levels: LevelPlan[]
  results: ResultPlan[]
  applications: ApplicationPlan[]
  blacklist: { owner: Person; target: Person; at: Date }[]
  reports: ReportPlan[]
  /** Content that waits for an operator's approval before others see it. */
  held: HeldPlan[]
  /** The number of pictures that each person shows of themselves. */
  photos: Map<Person, number>
}

/** Assessments by coaches. `said` is the level that the player declared before the first of them. */
const ASSESSED: { player: string; said: number; words: [daysAgo: number, level: number, note: string][] }[] = [
  {
    player: '林知夏',
    said: 2.5,
    words: [
      [95, 3, '正手稳定了，可以多打实战'],
      [28, 3.5, '反手能连续十拍，发球成功率过半'],
    ],
  },
  { player: '周子墨', said: 2.5, words: [[60, 3, '网前意识好，底线再耐心一些']] },
]

const HOUR_MS = 3_600_000
const AT_NOON = 24

/** Plans all cases as of an instant. */
export function planPeopleCases(people: People, balls: readonly BallPlan[], today: Day): PeopleCases {
  const called = (nickname: string) => {
    const person = people.all.find((one) => one.nickname === nickname)
    if (!person) throw new Error(`Nobody is called ${nickname}`)
    return person
  }
  const ago = (days: number) => instantOf(addDays(today, -days), AT_NOON)
  return {
    levels: people.all.flatMap((person) => levelsOf(person, people.named('coach'), ago)),
    results: balls.filter(({ title }) => title === '早场单打两盘').map(resultOf),
    applications: [
      {
        person: called('韩越'),
        realName: '韩越',
        yearsTeaching: 3,
        region: '上海市 杨浦区',
        introduction: '前专业队队员，退役后做陪练三年，想正式带学员。',
        at: ago(2),
      },
    ],
    blacklist: [{ owner: people.named('player'), target: called('大橙子🍊'), at: ago(1) }],
    reports: [
      ...[['周子墨', '自称教练，私下收费带课'] as const, ['林知夏', ''] as const].map(([reporter, words]) => ({
        kind: 'user' as const,
        about: called('Tony老师'),
        reporter: called(reporter),
        reason: 'untrue' as const,
        words,
        at: ago(1),
      })),
      ...balls
        .filter(({ title }) => title === '夜场双打缺一')
        .map((about) => ({
          kind: 'ball' as const,
          about,
          reporter: called('许念安'),
          reason: 'advert' as const,
          words: '到场后推销球拍',
          at: ago(1),
        })),
    ],
    held: [
      { person: called('许念安'), text: '周末固定打球，想组队的可以加我微信。', at: ago(1) },
      { person: people.named('player2'), text: null, at: ago(1) },
    ],
    photos: new Map([
      [people.named('player'), 3],
      [people.named('coach'), 3],
      [people.named('coach2'), 3],
      [people.named('coach3'), 2],
      [people.named('solo'), 2],
    ]),
  }
}

function levelsOf(person: Person, coach: Person, ago: (days: number) => Date): LevelPlan[] {
  const assessed = ASSESSED.find(({ player }) => player === person.nickname)
  const own = { person, source: 'SELF' as const, level: assessed?.said ?? person.level, by: null, note: '' }
  const words = assessed?.words ?? []
  return [
    { ...own, at: person.createdAt },
    ...words.map(([days, level, note]) => ({
      person,
      source: 'COACH' as const,
      level,
      by: coach,
      note,
      at: ago(days),
    })),
  ]
}

/** The first side wins in three sets. The other side agrees two hours later. */
function resultOf(ball: BallPlan): ResultPlan {
  const [first, second] = ball.participants.map(({ player }) => player)
  if (!first || !second) throw new Error(`${ball.title} has too few players`)
  const { a, b } = ratingChanges([first.level], [second.level], 'A', 'single')
  const at = new Date(instantOf(ball.day, ball.end).getTime() + HOUR_MS)
  return {
    ball,
    sets: '6-4 3-6 10-8',
    winner: 'A',
    players: [
      { person: first, side: 'A', ratingChange: a[0] ?? 0 },
      { person: second, side: 'B', ratingChange: b[0] ?? 0 },
    ],
    recordedBy: first,
    answeredBy: second,
    at,
    answeredAt: new Date(at.getTime() + 2 * HOUR_MS),
  }
}
