import fc from 'fast-check'

/** An action of one of the people, or an event. Numbers pick from the existing things, modulo their count. */
export type BallAction =
  | {
      do: 'publish'
      who: number
      begin: number
      costFen: number
      isTreat: boolean
      maxPlayers: number
      minPlayers: number
    }
  | { do: 'enroll' | 'wait' | 'leave' | 'cancel'; who: number; game: number }
  | { do: 'pay'; which: number; how: 'card' | 'pay' | 'fail' | 'lost' | 'late' | 'repeated' }
  | { do: 'giveUp'; which: number }
  | { do: 'swap'; game: number; out: number; in: number }
  | { do: 'handOver'; game: number; to: number }
  | { do: 'decide'; which: number; isYes: boolean }
  | { do: 'topUp'; who: number }
  | { do: 'withdraw'; who: number }
  | { do: 'step'; minutes: number; isWatched: boolean }

const PEOPLE = 5
const who = fc.noBias(fc.nat({ max: PEOPLE - 1 }))
const game = fc.noBias(fc.nat({ max: 5 }))
const which = fc.noBias(fc.nat({ max: 3 }))
/** Names of actions; the repetitions are their weights. */
const inGames = [...Array(9).fill('enroll'), ...Array(4).fill('wait'), ...Array(4).fill('leave'), 'cancel'] as (
  | 'enroll'
  | 'wait'
  | 'leave'
  | 'cancel'
)[]

/** The number of people. */
export const BALL_PEOPLE = PEOPLE

/** Generates actions. People, half-hours and seats are few, so that conflicts are frequent. */
export const ballAction: fc.Arbitrary<BallAction> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      who,
      begin: fc.constantFrom(20, 21, 36),
      costFen: fc.constantFrom(0, 1, 5_001, 10_003),
      isTreat: fc.boolean(),
      maxPlayers: fc.constantFrom(2, 3, 4),
      minPlayers: fc.constantFrom(2, 2, 3),
    }),
  },
  { weight: 18, arbitrary: fc.record({ do: fc.constantFrom(...inGames), who, game }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which,
      how: fc.constantFrom(...(['card', 'card', 'pay', 'fail', 'lost', 'late', 'repeated'] as const)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('giveUp' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('swap' as const), game, out: who, in: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('handOver' as const), game, to: who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      isYes: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('topUp' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      minutes: fc.constantFrom(1, 1, 5, 15, 31, 121, 360),
      isWatched: fc.constantFrom(true, true, false),
    }),
  },
)
