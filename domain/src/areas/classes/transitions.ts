import type { InvitationAction, InvitationStatus } from './invitation-status.ts'

/** As what somebody acts on a class; an admin is the admin of its company, a viewer whoever may join it. */
export type Actor = 'initiator' | 'coach' | 'participant' | 'viewer' | 'admin' | 'operator' | 'clock'

/** Which side made the class. */
export type Maker = 'player' | 'coach'

/** One step: who may take it, from which status, and where it may end. `from` null is the making of the class. */
export type Transition = {
  action: InvitationAction
  by: Actor
  madeBy: Maker
  from: InvitationStatus | null
  to: readonly InvitationStatus[]
}

type Steps = { from: InvitationStatus | null; to: readonly InvitationStatus[] }[]

const BOTH: readonly Maker[] = ['player', 'coach']

/** What stands is agreed to anew, unless only words were changed. */
const EDITED: readonly InvitationStatus[] = ['PENDING', 'CONFIRMED']

/** Who acts for the club: its coach, its admin in the coach's place, and an operator of the platform where neither can. */
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
 * The life of a class invitation as data: the server enforces it, the app's buttons read it, the tests walk it, and every
 * audit trail is a path through it. A coach who made the class acts as its coach; its initiator is another person only
 * while it is handed over to a coach who has not agreed yet. Source: decision "The life of a class invitation"
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
  // The first player makes a class of its coach CONFIRMED; while it is handed over the new coach has to agree first.
  ...steps(
    'join',
    ['viewer'],
    ['coach'],
    [
      { from: 'PENDING', to: ['CONFIRMED', 'PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),
  // Who has a seat agrees to what the coach changed, each for themselves.
  ...steps(
    'join',
    ['participant'],
    ['coach'],
    [
      { from: 'PENDING', to: ['CONFIRMED', 'PENDING'] },
      { from: 'CONFIRMED', to: ['CONFIRMED'] },
    ],
  ),

  // Who was asked to come says no; who has a seat says no to what the coach changed, and has none any more.
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
  // A coach takes over what another one made: with players who agree it stands, without any it waits for them.
  ...steps('confirm', ['coach'], ['coach'], [{ from: 'PENDING', to: ['CONFIRMED', 'PENDING'] }]),

  ...steps('sign', OF_CLUB, BOTH, [{ from: 'CONFIRMED', to: ['CONFIRMED'] }]),
  ...steps('finish', [...OF_CLUB, 'clock'], BOTH, [{ from: 'CONFIRMED', to: ['COMPLETED'] }]),
  // What a completed class cost may be answered for, and given back; the class itself stays as it is.
  ...steps('object', ['initiator', 'participant'], BOTH, [{ from: 'COMPLETED', to: ['COMPLETED'] }]),
  ...steps('answer-objection', OF_CLUB, BOTH, [{ from: 'COMPLETED', to: ['COMPLETED'] }]),

  ...steps('cancel', ['initiator', ...OF_CLUB], BOTH, [
    { from: 'PENDING', to: ['CANCELLED'] },
    { from: 'CONFIRMED', to: ['CANCELLED'] },
  ]),
  // A joiner gives back his own seat.
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

  ...steps('change-coach', ['initiator', 'coach', 'admin'], BOTH, [
    { from: 'PENDING', to: ['PENDING'] },
    { from: 'CONFIRMED', to: ['PENDING'] },
  ]),
  ...steps('expire', ['clock'], BOTH, [{ from: 'PENDING', to: ['EXPIRED'] }]),
]

/** The steps of one action that are open to any of these actors in such a class, whatever its status. */
export function transitionsOf(action: InvitationAction, madeBy: Maker, actors: readonly Actor[]): Transition[] {
  return TRANSITIONS.filter((step) => step.action === action && step.madeBy === madeBy && actors.includes(step.by))
}
