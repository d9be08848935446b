import type { InvitationAction, InvitationStatus } from './invitation-status.ts'

/** The actors on a class. An admin is the admin of its company. A viewer is a person who may join it. */
export type Actor = 'initiator' | 'coach' | 'participant' | 'viewer' | 'admin' | 'operator' | 'clock'

/** Which side made the class. */
export type Maker = 'player' | 'coach'

/** One step: who may take it, from which status, and where it may end. `from` null is the creation of the class. */
export type Transition = {
  action: InvitationAction
  by: Actor
  madeBy: Maker
  from: InvitationStatus | null
  to: readonly InvitationStatus[]
}

type Steps = { from: InvitationStatus | null; to: readonly InvitationStatus[] }[]

const BOTH: readonly Maker[] = ['player', 'coach']

/** An active class needs agreement again, unless only its texts changed. */
const EDITED: readonly InvitationStatus[] = ['PENDING', 'CONFIRMED']

/**
 * Who acts for the club: its coach, or its admin in place of the coach. An operator of the platform acts when neither
 * can.
 */
const OF_CLUB: readonly Actor[] = ['coach', 'admin', 'operator']

/** Those of these actors who act for the club. */
export function actorsOfClub(actors: readonly Actor[]): Actor[] {
  return actors.filter((actor) => OF_CLUB.includes(actor))
}

function steps(action: InvitationAction, by: readonly Actor[], madeBy: readonly Maker[], list: Steps): Transition[] {
  return madeBy.flatMap((maker) =>
    by.flatMap((actor) => list.map((step) => ({ action, by: actor, madeBy: maker, ...step }))),
  )
}

/**
 * The life of a class invitation as data. The server enforces it, the app's buttons read it, and the tests sweep it.
 * Every audit trail is a path through it.
 * A coach who made the class acts as its coach. Its initiator is another person only during a handover to a coach who
 * has not agreed yet. Source: decision "The life of a class invitation"
 */
export const TRANSITIONS: readonly Transition[] = [
  ...steps('create', ['initiator'], ['player'], [{ from: null, to: ['PENDING'] }]),
  ...steps('create', ['coach'], ['coach'], [{ from: null, to: ['PENDING'] }]),

  ...steps(
    'edit',
    ['initiator'],
    ['player'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: EDITED },
    ],
  ),
  ...steps(
    'edit',
    ['coach'],
    ['coach'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: EDITED },
    ],
  ),

  ...steps(
    'join',
    ['viewer'],
    ['player'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),
  // The first player makes a coach's class CONFIRMED. During a handover the new coach has to agree first.
  ...steps(
    'join',
    ['viewer'],
    ['coach'],
    [
      { from: 'PENDING', to: ['CONFIRMED', 'PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),
  // Each player with a seat agrees individually to what the coach changed.
  ...steps(
    'join',
    ['participant'],
    ['coach'],
    [
      { from: 'PENDING', to: ['CONFIRMED', 'PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),

  // An invited player declines. A player with a seat declines what the coach changed, and loses the seat.
  ...steps(
    'decline',
    ['viewer'],
    ['coach'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),
  ...steps(
    'decline',
    ['participant'],
    ['coach'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED', 'PENDING'] },
    ],
  ),

  ...steps('contract', ['coach'], ['player'], [{ from: 'PENDING', to: ['PENDING'] }]),
  ...steps(
    'contract',
    ['coach'],
    ['coach'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),

  ...steps('confirm', ['coach'], ['player'], [{ from: 'PENDING', to: ['CONFIRMED'] }]),
  // A coach takes over another coach's class. With players who agree it becomes active. Without any it waits for them.
  ...steps('confirm', ['coach'], ['coach'], [{ from: 'PENDING', to: ['CONFIRMED', 'PENDING'] }]),

  // The coach offers another time, again if need be. The player agrees; without a contract the coach makes one first.
  ...steps('offer', ['coach'], ['player'], [{ from: 'PENDING', to: ['PENDING'] }]),
  ...steps('accept', ['initiator'], ['player'], [{ from: 'PENDING', to: ['CONFIRMED', 'PENDING'] }]),

  ...steps('sign', OF_CLUB, BOTH, [{ from: 'CONFIRMED', to: ['CONFIRMED'] }]),
  ...steps('finish', [...OF_CLUB, 'clock'], BOTH, [{ from: 'CONFIRMED', to: ['COMPLETED'] }]),
  // The cost of a completed class may be objected to and refunded. The class itself does not change.
  ...steps('object', ['initiator', 'participant'], BOTH, [{ from: 'COMPLETED', to: ['COMPLETED'] }]),
  ...steps('answer-objection', OF_CLUB, BOTH, [{ from: 'COMPLETED', to: ['COMPLETED'] }]),

  ...steps('cancel', ['initiator', ...OF_CLUB], BOTH, [
    { from: 'PENDING', to: ['CANCELLED'] },
    { from: 'CONFIRMED', to: ['CANCELLED'] },
  ]),
  // A joiner gives back their own seat.
  ...steps(
    'cancel',
    ['participant'],
    ['player'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),
  ...steps(
    'cancel',
    ['participant'],
    ['coach'],
    [
      { from: 'PENDING', to: ['PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED', 'PENDING'] },
    ],
  ),

  ...steps('change-coach', ['initiator', 'coach', 'admin'], BOTH, [{ from: 'CONFIRMED', to: ['PENDING'] }]),
  ...steps('change-coach', ['initiator', 'coach', 'admin'], ['player'], [{ from: 'PENDING', to: ['PENDING'] }]),
  // Back with the coach who made it, a class stands again.
  ...steps('change-coach', ['initiator', 'coach', 'admin'], ['coach'], [{ from: 'PENDING', to: EDITED }]),

  // A coach enters a class that was held already (补录). Its players agree or object; silence completes it.
  ...steps('record-past', ['coach'], ['coach'], [{ from: null, to: ['CONFIRMED'] }]),
  ...steps('agree-past', ['participant'], ['coach'], [{ from: 'CONFIRMED', to: ['CONFIRMED'] }]),
  ...steps('object-past', ['participant'], ['coach'], [{ from: 'CONFIRMED', to: ['CANCELLED'] }]),

  ...steps('expire', ['clock'], BOTH, [{ from: 'PENDING', to: ['EXPIRED'] }]),
]

/** The steps of one action that any of these actors may take in such a class, in every status. */
export function transitionsOf(action: InvitationAction, madeBy: Maker, actors: readonly Actor[]): Transition[] {
  return TRANSITIONS.filter((step) => step.action === action && step.madeBy === madeBy && actors.includes(step.by))
}
