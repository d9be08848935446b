import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, EndTimeSlot, Id, Instant, orNull, Person } from '../../shapes.ts'

/** What a class or a game says about arriving. Null in an answer where its venue's rule does not bind it. */
export const Arrival = Type.Object({
  releaseFrom: Instant,
  isAnybodyThere: Type.Boolean(),
  ownAt: orNull(Instant),
  releasedAt: orNull(Instant),
  releasedFrom: orNull(BeginTimeSlot),
})
export type Arrival = Static<typeof Arrival>

/** A class or a game that is on now at a court of the venue. */
export const RunningBooking = Type.Object({
  kind: Type.Enum(['class', 'ball']),
  id: Id,
  title: Type.String(),
  person: Person,
  players: Type.Integer(),
  courtName: Type.String(),
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  startsAt: Instant,
  endsAt: Instant,
  isBound: Type.Boolean(),
  arrivedAt: orNull(Instant),
  releasedAt: orNull(Instant),
})
export type RunningBooking = Static<typeof RunningBooking>

export const arriveAtClass = {
  method: 'POST',
  path: '/course-invitation/arrive/:id',
  access: 'app',
  summary: 'The coach or a player of a confirmed class says 我到了',
  description: [
    'From 30 minutes before the start until the end, where the rule of the venue binds the class.',
    'One arrival of anybody keeps the court. A repeat changes nothing.',
  ],
  errors: ['arrival_not_needed', 'arrival_not_open', 'court_released', 'invitation_not_found', 'invitation_not_yours'],
  outcome: outcomes.arrive,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const arriveAtBall = {
  method: 'POST',
  path: '/invitationball/arrive/:id',
  access: 'app',
  summary: 'A player of a game says 我到了',
  description: [
    'From 30 minutes before the start until the end, where the rule of the venue binds the game.',
    'One arrival of anybody keeps the court. A repeat changes nothing.',
  ],
  errors: ['action_forbidden', 'arrival_not_needed', 'arrival_not_open', 'ball_not_found', 'court_released'],
  outcome: outcomes.arrive,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const runningAtVenue = {
  method: 'GET',
  path: '/court-releases/running/:id',
  access: 'coach',
  summary: 'The classes and games that are on now at the courts of a venue that the caller manages, by court',
  errors: ['venue_not_found', 'venue_not_managed'],
  outcome: outcomes.listBallRecords,
  params: ById,
  data: Type.Array(RunningBooking),
} satisfies Endpoint

export const releaseCourt = {
  method: 'POST',
  path: '/court-releases/release',
  access: 'coach',
  summary: 'A manager of the venue releases the court of a class or game that nobody took up',
  description: [
    'From minute 15 after the start until the end, if nobody has arrived and the rule was on when it was booked.',
    'The court is free from the half-hour that runs now. People keep their half-hours; hours and costs are settled as before.',
    'Everybody concerned gets one message.',
  ],
  errors: [
    'court_released',
    'court_taken_up',
    'release_not_agreed',
    'release_settled',
    'release_too_early',
    'venue_not_found',
    'venue_not_managed',
  ],
  outcome: outcomes.releaseCourt,
  body: Type.Object({ kind: Type.Enum(['class', 'ball']), id: Id }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Who has arrived at a class or game, and courts that a venue releases because nobody took them up.',
  fields: {
    kind: 'What holds the court: a class, or a ball game.',
    releaseFrom: 'When the venue may release the court, if nobody has arrived until then.',
    isAnybodyThere: 'Whether anybody has arrived, or the coach has signed the class.',
    ownAt: 'When the caller said 我到了; null before.',
    isBound: "Whether the venue's rule was on when it was booked, and still is.",
    arrivedAt: 'When the first of its people arrived, or the coach signed the class; null before.',
    releasedAt: 'When a manager of the venue released the court; null where none did.',
    releasedFrom: 'The half-hour from which the released court is free.',
    players: 'How many players take part.',
    person: 'The coach of the class, or the initiator of the game.',
    title: 'The name of the course, or the title of the game.',
    courtName: 'The name of the court.',
    startsAt: 'When it begins.',
    endsAt: 'When it ends.',
    'runningAtVenue.id': 'The id of the venue.',
    'arriveAtClass.id': 'The id of the class.',
    'arriveAtBall.id': 'The id of the game.',
    id: 'The id of the class or game.',
    Arrival: 'What a class or a game says about arriving.',
    RunningBooking: 'A class or a game that is on now at a court of a venue.',
  },
}
